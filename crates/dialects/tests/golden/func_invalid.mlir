// Wrong programs and what is said about them.

func.func @f(%a: i32) -> f32 {
  // expected-error @+1 {{type of return operand 0 ('i32') doesn't match function result type ('f32') in function @f}}
  return %a : i32
}

// -----

func.func @f(%a: i32) -> (f32, f32) {
  // expected-error @+1 {{'func.return' op has 1 operands, but enclosing function (@f) returns 2}}
  return %a : i32
}

// -----

func.func @f() {
  // expected-error @+1 {{'func.call' op 'g' does not reference a valid function}}
  func.call @g() : () -> ()
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f() {
  // expected-error @+1 {{'func.call' op incorrect number of operands for callee}}
  func.call @g() : () -> ()
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%a: f32) {
  // expected-error @+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  func.call @g(%a) : (f32) -> ()
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%a: i32) {
  // expected-error @+1 {{'func.call' op incorrect number of results for callee}}
  func.call @g(%a) : (i32) -> ()
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%a: i32) {
  // expected-error @+3 {{'func.call' op result type mismatch at index 0}}
  // expected-note @+2 {{      op result types: 'f32'}}
  // expected-note @+1 {{function result types: 'i32'}}
  func.call @g(%a) : (i32) -> (f32)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'func.constant' op reference to undefined function 'g'}}
  %0 = func.constant @g : () -> ()
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f() {
  // expected-error @+1 {{'func.constant' op reference to function with mismatched type}}
  %0 = func.constant @g : () -> ()
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f() {
  // expected-error @+1 {{'func.constant' op reference to function with mismatched type}}
  %0 = func.constant @g : i32
  return
}

// -----

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @g(i32) -> i32

// -----

// expected-error @+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
"func.func"() <{sym_name="a", function_type = (i32) -> (), sym_visibility="foo"}> ({}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 0, but expected 1}}
"func.func"() <{sym_name="a", function_type = (i32) -> (), sym_visibility="private", arg_attrs=[]}> ({}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0}}
"func.func"() <{sym_name="a", function_type = (i32) -> (), sym_visibility="private", res_attrs=[{}]}> ({}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op arguments may only have dialect attributes}}
func.func private @a(i32 {foo})

// -----

// expected-error @+1 {{'func.func' op results may only have dialect attributes}}
func.func private @a() -> (i32 {foo})

// -----

// expected-error @+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
"func.func"() <{sym_name="a", function_type = (i32) -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{sym_name="a", function_type = (i32) -> ()}> ({
^bb0(%a: f32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @a() attributes {sym_name="b"} {
  return
}

// -----

// expected-error @+1 {{expected non-empty function body}}
func.func @a() {}

// -----

// expected-error @+1 {{expected SSA identifier}}
func.func @a(%a: i32, i32) {}

// -----

// expected-error @+1 {{expected type instead of SSA identifier}}
func.func @a(i32, %a: i32) {}

// -----

// expected-error @+1 {{expected attribute name}}
func.func @a(%a: i32 {

// -----

// expected-error @+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
func.func @a(i32) {
  return
}

// -----

// expected-error @+1 {{expected valid '@'-identifier for symbol name}}
func.func private a()

// -----

func.func @a() {
  // expected-error @+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func @b() {
    return
  }
  return
}

// -----

// expected-error @+1 {{expected ')'}}
func.func @a() -> (i32 {}

// -----

func.func @a(%f: i32) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.function, but found 'i32'}}
  call_indirect %f() : i32
  return
}

// -----

func.func @a(%f: () -> i32) {
  // expected-error @+1 {{'func.call_indirect' op failed to verify that callee result types match result types}}
  "func.call_indirect"(%f) : (() -> i32) -> ()
  return
}

// -----

func.func @a(%f: (i32) -> ()) {
  // expected-error @+1 {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  "func.call_indirect"(%f) : ((i32) -> ()) -> ()
  return
}

// -----

// expected-note @+1 {{see existing symbol definition here}}
func.func @b() {
  return
// expected-error @+1 {{redefinition of symbol named 'b'}}
} func.func @b() {
  return
}

// -----

// expected-error @+1 {{expected valid '@'-identifier for symbol name}}
func.func nested private @b()

// -----

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @a() -> ()

// -----

async.func private @g(i32) -> !async.token
func.func @f(%a: i32) {
  // expected-error @+1 {{'func.call' op 'g' does not reference a valid function}}
  call @g(%a) : (i32) -> (!async.value<f32>)
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  scf.if %a {
    "foo.bar"() : () -> ()
    // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  scf.for %i = %a to %a step %a {
    // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  }
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 {
    scf.reduce(%b : i32) {
    ^bb0(%x: i32, %y: i32):
      // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
      func.return
    }
  }
  return
}

// -----

func.func @f(%callee: (index) -> (), %i: index) {
  // expected-error @+1 {{expected '('}}
  func.call_indirect %callee %i : (index) -> ()
  return
}

// -----

func.func @outer(%a: index) {
// expected-note @above {{previously referenced here}}
  // expected-error @+1 {{region entry argument '%a' is already in use}}
  func.func @inner(%a: index) {
    return
  }
  return
}
