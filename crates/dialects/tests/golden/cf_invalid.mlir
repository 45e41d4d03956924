// Wrong programs and what is said about them.

func.func @f(%a: i1) {
  // expected-error @+1 {{branch has 0 operands for successor #0, but target block has 1}}
  cf.br ^bb1
^bb1(%x: i32):
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{type mismatch for bb argument #0 of successor #0}}
  cf.br ^bb1(%a : i1)
^bb1(%x: i32):
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{branch has 0 operands for successor #1, but target block has 1}}
  cf.cond_br %a, ^bb1(%a : i1), ^bb1
^bb1(%x: i1):
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: i32) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.cond_br %a, ^bb1, ^bb1
^bb1:
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: i32) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.assert %a, "x"
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{expected attribute value}}
  cf.assert %a, x
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  cf.switch %a : f32, [default: ^bb1]
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{branch has 1 operands for successor #1, but target block has 0}}
  cf.switch %a : i32, [default: ^bb1, 1: ^bb1(%a : i32)]
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{expected 'default'}}
  cf.switch %a : i32, [1: ^bb1]
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{expected integer value}}
  cf.switch %a : i32, [default: ^bb1, a: ^bb1]
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'cf.switch' op number of case values (1) should match number of case destinations (0)}}
  "cf.switch"(%a)[^bb1] <{case_operand_segments = array<i32>, case_values=dense<1> : vector<1xi32>, operandSegmentSizes=array<i32: 1,0,0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64')}}
  "cf.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values=dense<1> : vector<1xi64>, operandSegmentSizes=array<i32: 1,0,0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{'cf.cond_br' op requires 2 successors but found 1}}
  "cf.cond_br"(%a)[^bb1] <{operandSegmentSizes=array<i32: 1,0,0>}> : (i1) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
  cf.cond_br %a weights([1]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{expects number of branch weights to match number of successors: 3 vs 2}}
  cf.cond_br %a weights([1, 2, 3]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{branch weights cannot all be zero}}
  cf.cond_br %a weights([0,0]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{'cf.br' op requires 1 successor but found 0}}
  "cf.br"() : () -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{expected ','}}
  cf.assert %a
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{number of case values (4611686018427387904) should match number of case destinations (1)}}
  "cf.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<0> : tensor<4611686018427387904xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{integer value too large}}
  cf.switch %a : i32, [default: ^bb1, 0xffffffffffffffff: ^bb1]
^bb1:
  return
}
