// Wrong programs of the complex dialect and what MLIR 22 says of them.

func.func @f(%a: complex<f32>, %b: complex<f32>, %i: i32, %x: f32, %l: i64) -> f32 {
  // expected-error @+1 {{custom op 'complex.im' invalid kind of type specified: expected builtin.complex, but found 'f32'}}
  %0 = complex.im %a : f32
  return %x : f32
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'complex.add' op operand #0 must be complex type with floating-point elements, but got 'f32'}}
  %0 = "complex.add"(%a, %a) : (f32, f32) -> f32
  return
}

// -----

func.func @f(%a: complex<i32>) {
  // expected-error @+1 {{'complex.add' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.add %a, %a : complex<i32>
  return
}

// -----

func.func @f(%a: complex<i32>) {
  // expected-error @+1 {{custom op 'complex.re' 'complex' must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.re %a : complex<i32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'complex.create' invalid kind of type specified: expected builtin.complex, but found 'f32'}}
  %0 = complex.create %a, %a : f32
  return
}

// -----

func.func @f(%a: f32, %b: f64) {
  // expected-error @+1 {{'complex.create' op failed to verify that all of {real, imaginary} have same type}}
  %0 = "complex.create"(%a, %b) : (f32, f64) -> complex<f32>
  return
}

// -----

func.func @f(%a: f64) {
  // expected-error @+1 {{'complex.create' op failed to verify that complex element type matches real operand type}}
  %0 = "complex.create"(%a, %a) : (f64, f64) -> complex<f32>
  return
}

// -----

func.func @f(%a: f64) {
  // expected-error @+1 {{'complex.constant' op requires 'value' to be a complex constant, represented as array of two values}}
  %0 = complex.constant [1.0] : complex<f64>
  return
}

// -----

func.func @f(%a: f64) {
  // expected-error @+1 {{'complex.constant' op requires attribute's elements to be float or integer attributes}}
  %0 = complex.constant [1.0, "a"] : complex<f64>
  return
}

// -----

func.func @f(%a: f64) {
  // expected-error @+1 {{'complex.constant' op requires attribute's element types ('f64', 'f64') to match the element type of the op's return type ('f32')}}
  %0 = complex.constant [1.0, 2.0] : complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.bitcast' op result must be int/float/complex}}
  %0 = complex.bitcast %a : complex<f32> to index
  return
}

// -----

func.func @f(%a: i64) {
  // expected-error @+1 {{'complex.bitcast' op requires that either input or output has a complex type}}
  %0 = complex.bitcast %a : i64 to f64
  return
}

// -----

func.func @f(%a: i64) {
  // expected-error @+1 {{'complex.bitcast' op casting bitwidths do not match}}
  %0 = complex.bitcast %a : i64 to complex<f64>
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'complex.bitcast' op operand must be int/float/complex}}
  %0 = complex.bitcast %a : index to complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error @+1 {{'complex.eq' op failed to verify that all of {lhs, rhs} have same type}}
  %0 = "complex.eq"(%a, %b) : (complex<f32>, complex<f64>) -> i1
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error @+1 {{'complex.abs' op failed to verify that complex element type matches result type}}
  %0 = "complex.abs"(%a) : (complex<f32>) -> f64
  return
}

// -----

func.func @f(%a: complex<f32>, %b: f32) {
  // expected-error @+1 {{custom op 'complex.powi' invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  %0 = complex.powi %a, %b : complex<f32>, f32
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error @+1 {{'complex.add' op requires the same type for all operands and results}}
  %0 = "complex.add"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @f(%a: f64) {
  // expected-error @+1 {{expected ','}}
  %0 = "test.x"() {a = #complex.number<:f32 1.0>} : () -> i1
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'complex.constant' op result #0 must be complex-type, but got 'f32'}}
  %0 = "complex.constant"() <{value = [1.0, 2.0]}> : () -> f32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'complex.constant' op requires attribute's element types ('f64', 'f64') to match the element type of the op's return type ('i64')}}
  %0 = complex.constant [1.0, 2.0] : complex<i64>
  return
}
