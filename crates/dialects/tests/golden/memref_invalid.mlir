func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op incorrect number of dynamic sizes, has 1, expected 0}}
  %a = memref.alloc(%n) : memref<4xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1}}
  %a = memref.alloc() : memref<?xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
  %a = memref.alloc()[%n] : memref<4xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 2, got 0}}
  %a = memref.alloc() : memref<4xf32, strided<[?], offset: ?>>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %a = memref.alloc() {alignment = 3 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %a = memref.alloc() {alignment = 3 : i32} : memref<4xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op result #0 must be memref of any type values, but got 'memref<*xf32>'}}
  %a = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<*xf32>
  return
}

// -----

// expected-error @+1 {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait}}
%a = memref.alloca() : memref<4xf32>

// -----

func.func @f(%a: memref<?xf32>, %b: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'memref<4x4xf32>'}}
  %0 = memref.realloc %b : memref<4x4xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %b: memref<4x4xf32>) {
  // expected-error @+1 {{missing dimension operand for result type 'memref<?xf32>'}}
  %0 = memref.realloc %a : memref<?xf32> to memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %n: index) {
  // expected-error @+1 {{unnecessary dimension operand for result type 'memref<4xf32>'}}
  %0 = memref.realloc %a(%n) : memref<?xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %n: index) {
  // expected-error @+1 {{different element types specified for source memref type 'memref<?xf32>' and result memref type 'memref<4xi32>'}}
  %0 = memref.realloc %a : memref<?xf32> to memref<4xi32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %n: index) {
  // expected-error @+1 {{different memory spaces specified for source memref type 'memref<?xf32>' and result memref type 'memref<4xf32, 1>'}}
  %0 = memref.realloc %a : memref<?xf32> to memref<4xf32, 1>
  return
}

// -----

func.func @f(%a: memref<?xf32, strided<[2]>>, %n: index) {
  // expected-error @+1 {{unsupported layout for source memref type 'memref<?xf32, strided<[2]>>'}}
  %0 = memref.realloc %a : memref<?xf32, strided<[2]>> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %n: index) {
  // expected-error @+1 {{unsupported layout for result memref type 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.realloc %a : memref<?xf32> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %n: index) {
  // expected-error @+1 {{'memref.load' op incorrect number of indices for load, expected 1 but got 0}}
  %0 = memref.load %a[] : memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %n: index) {
  // expected-error @+1 {{'memref.load' op incorrect number of indices for load, expected 1 but got 2}}
  %0 = memref.load %a[%n, %n] : memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %n: index, %f: f32) {
  // expected-error @+1 {{'memref.store' op store index operand count not equal to memref rank}}
  memref.store %f, %a[%n, %n] : memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?xf32>, %n: index, %f: f32) {
  // expected-error @+1 {{'memref.store' op failed to verify that type of 'value' matches element type of 'memref'}}
  "memref.store"(%n, %a, %n) : (index, memref<?xf32>, index) -> ()
  return
}

// -----

func.func @f(%a: memref<?xf32>, %n: index, %f: f32) {
  // expected-error @+1 {{'memref.load' op failed to verify that result type matches element type of 'memref'}}
  %0 = "memref.load"(%a, %n) : (memref<?xf32>, index) -> i32
  return
}

// -----

func.func @f(%a: f32, %n: index, %f: f32) {
  // expected-error @+1 {{'memref.load' op operand #0 must be memref of any type values, but got 'f32'}}
  %0 = "memref.load"(%a, %n) : (f32, index) -> i32
  return
}

// -----

func.func @f(%a: memref<f32>, %n: index) {
  // expected-error @+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %0 = memref.dim %a, %n : memref<f32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %n: index) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible}}
  %0 = memref.cast %a : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %n: index) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<4xi32>' are cast incompatible}}
  %0 = memref.cast %a : memref<4xf32> to memref<4xi32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %n: index) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<4x1xf32>' are cast incompatible}}
  %0 = memref.cast %a : memref<4xf32> to memref<4x1xf32>
  return
}

// -----

func.func @f(%a: memref<*xf32>, %n: index) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<*xf32>' and result type 'memref<*xf32>' are cast incompatible}}
  %0 = memref.cast %a : memref<*xf32> to memref<*xf32>
  return
}

// -----

func.func @f(%a: memref<*xf32>, %n: index) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<*xf32>' and result type 'memref<4xf32, 1>' are cast incompatible}}
  %0 = memref.cast %a : memref<*xf32> to memref<4xf32, 1>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %n: index) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<4xf32, strided<[2]>>' are cast incompatible}}
  %0 = memref.cast %a : memref<4xf32> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%a: memref<1x4xf32, strided<[8, 1]>>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<1x4xf32, strided<[8, 1]>>' and result type 'memref<1x4xf32>' are cast incompatible}}
  %0 = memref.cast %a : memref<1x4xf32, strided<[8, 1]>> to memref<1x4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error @+1 {{'memref.copy' op requires the same shape for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xi32>) {
  // expected-error @+1 {{'memref.copy' op requires the same element type for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<4xi32>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.assume_alignment' op alignment must be power of 2}}
  %0 = memref.assume_alignment %a, 3 : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.assume_alignment' op attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %0 = memref.assume_alignment %a, 0 : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{expected ':'}}
  memref.distinct_objects
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.distinct_objects' op expected at least one operand}}
  "memref.distinct_objects"() : () -> ()
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.distinct_objects' op operand types and result types must match}}
  %0 = "memref.distinct_objects"(%a) : (memref<4xf32>) -> memref<5xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.prefetch' op too few indices}}
  memref.prefetch %a[], read, locality<3>, data : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{custom op 'memref.prefetch' rw specifier has to be 'read' or 'write'}}
  memref.prefetch %a[%i], reads, locality<3>, data : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  memref.prefetch %a[%i], read, locality<4>, data : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{custom op 'memref.prefetch' cache type has to be 'data' or 'instr'}}
  memref.prefetch %a[%i], read, locality<3>, foo : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'addi' expects an integer type}}
  %0 = memref.atomic_rmw addi %f, %a[%i] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index, %f: i32) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'addf' expects a floating-point type}}
  %0 = memref.atomic_rmw addf %f, %a[%i] : (i32, memref<4xi32>) -> i32
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index, %f: i32) {
  // expected-error @+1 {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
  %0 = memref.atomic_rmw addi %f, %a[] : (i32, memref<4xi32>) -> i32
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index, %f: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op failed to verify that value type matches element type of memref}}
  %0 = memref.atomic_rmw addi %f, %a[%i] : (f32, memref<4xi32>) -> f32
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index, %f: f32) {
  // expected-error @+1 {{custom op 'memref.atomic_rmw' expected string or keyword containing one of the following enum values for attribute 'kind' [addf, addi, andi, assign, maximumf, maxnumf, maxs, maxu, minimumf, minnumf, mins, minu, mulf, muli, ori, xori]}}
  %0 = memref.atomic_rmw foo %f, %a[%i] : (f32, memref<4xi32>) -> f32
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index, %f: i32) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expected block argument of the same type result type}}
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> { ^bb0(%x: f32): memref.atomic_yield %f : i32 }
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index, %f: i32) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expected single number of entry block arguments}}
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> { ^bb0(%x: i32, %y: i32): memref.atomic_yield %f : i32 }
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index, %f: f32) {
  // expected-error @+1 {{'memref.atomic_yield' op types mismatch between yield op: 'f32' and its parent: 'i32'}}
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> { ^bb0(%x: i32): memref.atomic_yield %f : f32 }
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index, %f: i32) {
  // expected-error @+1 {{body of 'memref.generic_atomic_rmw' should contain only operations with no side effects}}
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> { ^bb0(%x: i32): memref.store %x, %a[%i] : memref<4xi32> memref.atomic_yield %f : i32 }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.get_global' op 'x' does not reference a valid global memref}}
  %0 = memref.get_global @x : memref<4xf32>
  return
}

// -----

memref.global @x : memref<4xf32>
// expected-error @+1 {{'memref.get_global' op result type 'memref<5xf32>' does not match type 'memref<4xf32>' of the global memref @x}}
func.func @f() { %0 = memref.get_global @x : memref<5xf32> return }

// -----

// expected-error @+1 {{custom op 'memref.global' type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @x : memref<?xf32>

// -----

// expected-error @+1 {{expected operation name in quotes}}
memref.global @x : memref<4xf32> = dense<0.0> : tensor<5xf32>

// -----

// expected-error @+1 {{custom op 'memref.global' initial value should be a unit or elements attribute}}
memref.global @x : memref<4xf32> = [0.0]

// -----

// expected-error @+1 {{custom op 'memref.global' type should be static shaped memref, but got 'i32'}}
memref.global @x : i32

// -----

// expected-error @+1 {{'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
memref.global "foo" @x : memref<4xf32>

// -----

// expected-error @+1 {{unexpected decimal integer literal for a floating point value}}
memref.global @x : memref<4xf32> = dense<0>
// expected-note @above {{add a trailing dot to make the literal a float}}

// -----

// expected-error @+1 {{'memref.global' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
memref.global @x : memref<4xf32> {alignment = 3 : i64}

// -----

// expected-error @+1 {{'memref.global' op initial value should be a unit or elements attribute, but got "foo"}}
"memref.global"() <{sym_name="x", type = memref<4xf32>, initial_value = "foo"}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value element expected to be of type 'f32', but was of type 'i32'}}
"memref.global"() <{sym_name="x", type = memref<4xf32>, initial_value = dense<1> : tensor<4xi32>}> : () -> ()

// -----

func.func @f(%u: memref<*xf32>, %s: memref<?xindex>, %t: memref<2x2xindex>, %a: memref<4xf32>) {
  // expected-error @+1 {{'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type}}
  %0 = memref.reshape %u(%s) : (memref<*xf32>, memref<?xindex>) -> memref<?xf32>
  return
}

// -----

func.func @f(%u: memref<*xf32>, %s: memref<2xindex>, %t: memref<2x2xindex>, %a: memref<4xf32>) {
  // expected-error @+1 {{'memref.reshape' op length of shape operand differs from the result's memref rank}}
  %0 = memref.reshape %u(%s) : (memref<*xf32>, memref<2xindex>) -> memref<?xf32>
  return
}

// -----

func.func @f(%u: memref<*xf32>, %s: memref<2xindex>, %t: memref<2x2xindex>, %a: memref<4xf32>) {
  // expected-error @+1 {{'memref.reshape' op operand #1 must be 1D memref of signless integer or index values, but got 'memref<2x2xindex>'}}
  %0 = memref.reshape %u(%t) : (memref<*xf32>, memref<2x2xindex>) -> memref<?xf32>
  return
}

// -----

func.func @f(%u: memref<*xf32>, %s: memref<1xindex>, %t: memref<2x2xindex>, %a: memref<4xf32>) {
  // expected-error @+1 {{'memref.reshape' op element types of source and destination memref types should be the same}}
  %0 = memref.reshape %u(%s) : (memref<*xf32>, memref<1xindex>) -> memref<?xi32>
  return
}

// -----

func.func @f(%u: memref<?xf32, strided<[2]>>, %s: memref<1xindex>, %t: memref<2x2xindex>, %a: memref<4xf32>) {
  // expected-error @+1 {{'memref.reshape' op source memref type should have identity affine map}}
  %0 = memref.reshape %u(%s) : (memref<?xf32, strided<[2]>>, memref<1xindex>) -> memref<?xf32>
  return
}

// -----

func.func @f(%u: memref<?xf32>, %s: memref<1xindex>, %t: memref<2x2xindex>, %a: memref<4xf32>) {
  // expected-error @+1 {{'memref.reshape' op result memref type should have identity affine map}}
  %0 = memref.reshape %u(%s) : (memref<?xf32>, memref<1xindex>) -> memref<?xf32, strided<[2]>>
  return
}

// -----

func.func @f(%u: memref<?xf32>, %s: memref<1xindex>, %t: memref<2x2xindex>, %a: memref<4xf32>) {
  // expected-error @+1 {{'memref.alloca_scope' op region should have no arguments}}
  memref.alloca_scope { ^bb0(%x: i32): memref.alloca_scope.return }
  return
}

// -----

func.func @f(%u: memref<?xf32>, %s: i32) {
  // expected-error @+1 {{'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = memref.alloca_scope -> i32 { memref.alloca_scope.return }
  // expected-note @above {{region branch point}}
  return
}

// -----

func.func @f(%u: memref<?xf32>, %s: i32, %t: f32) {
  // expected-error @+1 {{'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %0 = memref.alloca_scope -> (i32) { memref.alloca_scope.return %t : f32 }
  // expected-note @above {{region branch point}}
  return
}

// -----

func.func @f(%u: memref<?xf32>, %s: i32, %t: f32) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand type 'memref<?xf32>' and result type 'memref<4xf32>' are cast incompatible}}
  %0 = memref.memory_space_cast %u : memref<?xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%u: memref<?xf32>, %s: i32, %t: f32) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand type 'memref<?xf32>' and result type 'memref<*xf32>' are cast incompatible}}
  %0 = memref.memory_space_cast %u : memref<?xf32> to memref<*xf32>
  return
}

// -----

func.func @f(%u: memref<?xf32>, %s: i32, %t: f32) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand type 'memref<?xf32>' and result type 'memref<?xi32>' are cast incompatible}}
  %0 = memref.memory_space_cast %u : memref<?xf32> to memref<?xi32>
  return
}

// -----

func.func @f(%u: memref<*xf32>, %s: i32, %t: f32) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand type 'memref<*xf32>' and result type 'memref<*xi32, 1>' are cast incompatible}}
  %0 = memref.memory_space_cast %u : memref<*xf32> to memref<*xi32, 1>
  return
}

// -----

func.func @f(%u: memref<4xf32>, %s: i32, %t: f32) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand type 'memref<4xf32>' and result type 'memref<4xf32, strided<[?]>>' are cast incompatible}}
  %0 = memref.memory_space_cast %u : memref<4xf32> to memref<4xf32, strided<[?]>>
  return
}

// -----

func.func @f(%u: memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>) {
  // expected-error @+1 {{'memref.extract_strided_metadata' op operand #0 must be strided memref of any type values, but got 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>'}}
  %0 = memref.extract_aligned_pointer_as_index %u : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>> -> index %b, %o, %s, %t = memref.extract_strided_metadata %u : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>> -> memref<f32>, index, index, index
  return
}

// -----

func.func @f(%u: memref<4xf32>) {
  // expected-error @+2 {{'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f32>', 'index', 'index'}}
  // expected-error @+1 {{'memref.extract_strided_metadata' op failed to infer returned types}}
  %b, %o, %s = memref.extract_strided_metadata %u : memref<4xf32> -> memref<f32>, index, index
  return
}

// -----

func.func @f(%u: memref<4xf32>) {
  // expected-error @+2 {{'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f32>', 'index', 'index', 'index', 'index', 'index'}}
  // expected-error @+1 {{'memref.extract_strided_metadata' op failed to infer returned types}}
  %b, %o, %s:2,%t:2 = memref.extract_strided_metadata %u : memref<4xf32> -> memref<f32>, index, index,index,index,index
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = memref.subview %a[0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.}}
  %0 = memref.subview %a[0, 0] [4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.}}
  %0 = memref.subview %a[0, 0] [4, 4] [1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4x4xf32>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<4x5xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x5xf32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result element type to be 'f32', but got 'memref<4x4xi32, strided<[16, 1]>>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xi32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{different memory spaces specified for base memref type 'memref<8x16xf32>' and subview memref type 'memref<4x4xf32, strided<[16, 1]>, 1>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>, 1>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result rank to be smaller or equal to the source rank, but got 'memref<4x4x1xf32, strided<[16, 1, 1]>>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4x1xf32, strided<[16, 1, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[16, 1], offset: 1>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4x4xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %a[0, 1] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{slice along dimension 1 runs out-of-bounds: 17 >= 16}}
  %0 = memref.subview %a[0, 14] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 14>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{offset 1 is out-of-bounds: 20 >= 16}}
  %0 = memref.subview %a[0, 20] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 20>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected offsets to be non-negative, but got -1}}
  %0 = memref.subview %a[-1, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: -16>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected sizes to be non-negative, but got -4}}
  %0 = memref.subview %a[0, 0] [-4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: -16>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[32, 3]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4x4xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [2, 3] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{slice along dimension 1 runs out-of-bounds: 18 >= 16}}
  %0 = memref.subview %a[0, 0] [4, 4] [2, 6] : memref<8x16xf32> to memref<4x4xf32, strided<[32, 6]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type to be 'memref<1x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.subview %a[0, 0] [1, 4] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type to be 'memref<2x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<4xf32, strided<[1]>>'}}
  %0 = memref.subview %a[0, 0] [2, 4] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+2 {{custom op 'memref.subview' expected integer value}}
  // expected-error @+1 {{custom op 'memref.subview' expected SSA value or integer}}
  %0 = memref.subview %a[0, 0] [?, 4] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type with size = 4 instead of 5 in dim = 0}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<5xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type with stride = 2 instead of 1 in dim = 0}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [2] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type with offset = 1 instead of 0}}
  %0 = memref.reinterpret_cast %a to offset: [1], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{different element types specified for source type 'memref<8x16xf32>' and result memref type 'memref<4xi32>'}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xi32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{different memory spaces specified for source type 'memref<8x16xf32>' and result memref type 'memref<4xf32, 1>'}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32, 1>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [1] : memref<8x16xf32> to memref<4x4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.}}
  %0 = memref.reinterpret_cast %a to offset: [0, 1], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type with size = dynamic instead of 4 in dim = 0}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [%i], strides: [1] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.reinterpret_cast' op result #0 must be strided memref of any type values, but got 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>'}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [%i], strides: [1] : memref<8x16xf32> to memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (0 vs 1) so the rank of the result type is well-formed.}}
  %0 = memref.reinterpret_cast %a to offset: [], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim size (8) must equal reassociation group size (10)}}
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 5, 16] : memref<8x16xf32> into memref<2x5x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op expected expanded type to be 'memref<2x4x16xf32>' but found 'memref<2x4x16xf32, strided<[1, 2, 3]>>'}}
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32, strided<[1,2,3]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op invalid number of reassociation groups: found 1, expected 2}}
  %0 = memref.expand_shape %a [[0, 1]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op reassociation indices must be contiguous}}
  %0 = memref.expand_shape %a [[0, 2], [1]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim size (8) must equal reassociation group size (2)}}
  %0 = memref.expand_shape %a [[0], [1]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1).}}
  %0 = memref.expand_shape %a [[0], [1]] output_shape [8] : memref<8x16xf32> into memref<8xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (3) but found 2 inputs instead}}
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 4] : memref<8x16xf32> into memref<2x4x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op invalid output shape provided at pos 2}}
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 15] : memref<8x16xf32> into memref<2x4x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, %i, 16] : memref<8x16xf32> into memref<2x?x16xf32>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 16] : memref<?x16xf32> into memref<2x4x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.collapse_shape' op collapsed dim size (127) must equal reassociation group size (128)}}
  %0 = memref.collapse_shape %a [[0, 1]] : memref<8x16xf32> into memref<127xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1}}
  %0 = memref.collapse_shape %a [[0], [1]] : memref<8x16xf32> into memref<128xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.collapse_shape' op collapsed dim size (128) must equal reassociation group size (8)}}
  %0 = memref.collapse_shape %a [[0]] : memref<8x16xf32> into memref<128xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.collapse_shape' op rank 0 memrefs can only be extended/collapsed with/from ones}}
  %0 = memref.collapse_shape %a [] : memref<8x16xf32> into memref<f32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32, strided<[20, 1]>>, %i: index) {
  // expected-error @+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
  %0 = memref.collapse_shape %a [[0,1]] : memref<8x16xf32, strided<[20, 1]>> into memref<128xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<128xf32>' but found 'memref<128xf32, strided<[2]>>'}}
  %0 = memref.collapse_shape %a [[0,1]] : memref<8x16xf32> into memref<128xf32, strided<[2]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.collapse_shape' op has source rank 2 and result rank 3. This is not a collapse (2 < 3).}}
  %0 = memref.collapse_shape %a [[0,1]] : memref<8x16xf32> into memref<128x1x1xf32>
  return
}

// -----

func.func @f(%a: memref<2048xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.view %a[%i][] : memref<2048xi8> to memref<?x4xf32>
  return
}

// -----

func.func @f(%a: memref<2048xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = memref.view %a[%i][%i] : memref<2048xi8> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<2048xi8, 2>, %i: index) {
  // expected-error @+1 {{different memory spaces specified for base memref type 'memref<2048xi8, 2>' and view memref type 'memref<4xf32>'}}
  %0 = memref.view %a[%i][] : memref<2048xi8, 2> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<2048xi8, strided<[2]>>, %i: index) {
  // expected-error @+1 {{unsupported map for base memref type 'memref<2048xi8, strided<[2]>>'}}
  %0 = memref.view %a[%i][] : memref<2048xi8, strided<[2]>> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<2048xi8>, %i: index) {
  // expected-error @+1 {{unsupported map for result memref type 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.view %a[%i][] : memref<2048xi8> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%a: memref<2048xi32>, %i: index) {
  // expected-error @+1 {{'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'memref<2048xi32>'}}
  %0 = memref.view %a[%i][] : memref<2048xi32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map}}
  %0 = memref.transpose %a (i, j) -> (i, i) : memref<8x16xf32> to memref<8x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map of same rank as the input}}
  %0 = memref.transpose %a (i) -> (i) : memref<8x16xf32> to memref<8x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.transpose' op result type 'memref<8x16xf32>' is not equivalent to the canonical transposed input type 'memref<16x8xf32, affine_map<(d0, d1) -> (d0 + d1 * 16)>>'}}
  %0 = memref.transpose %a (i, j) -> (j, i) : memref<8x16xf32> to memref<8x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.dma_wait' op requires zero results}}
  %0 = "memref.dma_wait"(%a, %i, %i) : (memref<8x16xf32>, index, index) -> index
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 2, but got 1}}
  "memref.dma_wait"(%a, %i, %i) : (memref<8x16xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (1 vs 0)}}
  "memref.subview"(%a, %i) <{static_offsets=array<i64:0,0>,static_sizes=array<i64:0,0>, static_strides=array<i64:0,0>,operandSegmentSizes=array<i32:1,1,0,0>}>: (memref<8x16xf32>, index) -> (memref<4xf32>)
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> {
  ^bb0(%x: i32):
    // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  }
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expected single number of entry block arguments}}
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> {
  }
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{expected 2 offset values, got 3}}
  %0 = "memref.subview"(%a) <{static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 1, 1, 1>, static_strides = array<i64: 1, 1, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (memref<8x16xf32>) -> memref<1x1xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>) {
  // expected-error @+1 {{base type 'memref<8x16xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>' is not strided}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>> to memref<4x4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op reassociation indices must be contiguous}}
  %0 = memref.expand_shape %a [[0, 1], [2, 5]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op expanded rank (3) inconsistent with number of reassociation indices (2)}}
  %0 = memref.expand_shape %a [[0], [1]] output_shape [8, 16, 1] : memref<8x16xf32> into memref<8x16x1xf32>
  return
}

// -----

memref.global @x : memref<4xf32> = uninitialized
func.func @f() {
  // expected-error @+1 {{'memref.get_global' op 'f' does not reference a valid global memref}}
  %0 = memref.get_global @f : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{'memref.global' op initial value shape expected to be 4 but was 2, 2}}
"memref.global"() <{sym_name = "x", type = memref<4xf32>, initial_value = dense<1.0> : tensor<2x2xf32>}> : () -> ()

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.atomic_yield' op expects parent op 'memref.generic_atomic_rmw'}}
  memref.atomic_yield %a : memref<4xf32>
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.alloca_scope.return' op expects parent op 'memref.alloca_scope'}}
  memref.alloca_scope.return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected SSA operand}}
  %0 = memref.load %a[%i, 0] : memref<8x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: i32) {
// expected-note @above {{prior use here}}
  // expected-error @+1 {{use of value '%i' expects different type than prior uses: 'index' vs 'i32'}}
  %0 = memref.load %a[%i, %i] : memref<8x16xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{custom op 'memref.rank' invalid kind of type specified}}
  %0 = memref.rank %a : i32
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'memref.dealloc' invalid kind of type specified}}
  memref.dealloc %a : f32
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'memref.copy' invalid kind of type specified}}
  memref.copy %a, %a : f32 to f32
  return
}

// -----

func.func @f(%a: f32, %i: index) {
  // expected-error @+1 {{custom op 'memref.load' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = memref.load %a[%i] : f32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{custom op 'memref.alloc' invalid kind of type specified: expected builtin.memref, but found 'memref<*xf32>'}}
  %0 = memref.alloc() : memref<*xf32>
  return
}

// -----

// expected-error @+1 {{invalid memref element type}}
func.func private @f(memref<!llvm.ptr>)

// -----

// expected-error @+1 {{invalid memref element type}}
func.func private @f(memref<4x!async.token>)

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{expected ']' in operand list}}
  memref.prefetch %a[%i read, locality<1>, data : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+2 {{expected '[' in dynamic index list}}
  // expected-error @+1 {{custom op 'memref.reinterpret_cast' expected SSA value or integer}}
  %0 = memref.reinterpret_cast %a to offset: %i, sizes: [4], strides: [1] : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<?x?xf32>) {
  // expected-error @+1 {{'memref.transpose' op result type 'memref<?x?xf32>' is not equivalent to the canonical transposed input type 'memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>'}}
  %0 = memref.transpose %a (i, j) -> (i, j) : memref<?x?xf32> to memref<?x?xf32>
  return
}

// -----

func.func @f(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  // expected-error @+1 {{is not equivalent to the canonical transposed input type 'memref<?x?xf32, affine_map<(d0, d1)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2)>>'}}
  %0 = memref.transpose %a (i, j) -> (j, i) : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
  return
}
