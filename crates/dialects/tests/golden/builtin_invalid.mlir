// Wrong programs and what is said about them.

module {
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
  "builtin.unrealized_conversion_cast"() : () -> ()
}

// -----

// Several blocks are ordered, whatever op they are in.
func.func @f() {
  "test.op"() ({
    // expected-error @+1 {{operand #0 does not dominate this use}}
    %0 = "test.use"(%1) : (i32) -> i32
    // expected-note @+1 {{operand defined here (op in the same block)}}
    %1 = "test.def"() : () -> i32
    "test.br"()[^b] : () -> ()
  ^b:
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @inside_unreachable(%n: index) {
  return
^bb1:
  // expected-note @+1 {{operand defined here (op in a parent region)}}
  %r = scf.for %i = %n to %n step %n iter_args(%x = %n) -> (index) {
    // expected-error @+1 {{operand #0 does not dominate this use}}
    scf.yield %r : index
  }
  cf.br ^bb1
}

// -----

// No path leads to the use, so the order of blocks does not matter.
func.func @other_unreachable_block(%n: index) {
  return
^bb1:
  scf.for %i = %n to %n step %n {
    %2 = arith.addi %i, %1 : index
  }
  cf.br ^bb2
^bb2:
  %1 = arith.addi %n, %n : index
  cf.br ^bb1
}

// -----

func.func @later_in_unreachable(%n: index) {
  return
^bb1:
  scf.for %i = %n to %n step %n {
    // expected-error @+1 {{operand #1 does not dominate this use}}
    %2 = arith.addi %i, %1 : index
  }
  // expected-note @+1 {{operand defined here (op in a parent region)}}
  %1 = arith.addi %n, %n : index
  cf.br ^bb1
}

// -----

// expected-error @+1 {{expected ',' or ']'}}
#a = [1 2]

// -----

func.func @inner_value(%m: memref<8xf32>) {
  // expected-note @+1 {{previously referenced here}}
  %0 = affine.load %m[%i] : memref<8xf32>
  return
}

func.func @loop_of_that_name() {
  // expected-error @+1 {{region entry argument '%i' is already in use}}
  affine.for %i = 0 to 4 {
  }
  return
}

// -----

func.func @used_as_index(%m: memref<8xf32>) {
  // expected-note @+1 {{prior use here}}
  %0 = affine.load %m[%i] : memref<8xf32>
  return
}

func.func @used_as_number() {
  // expected-error @+1 {{use of value '%i' expects different type than prior uses: 'i32' vs 'index'}}
  %0 = arith.addi %i, %i : i32
  return
}

// -----

func.func @before_definition(%m: memref<8xf32>) {
  // expected-note @+1 {{previously used here with type 'index'}}
  %0 = affine.load %m[%i] : memref<8xf32>
  return
}

func.func @definition() {
  // expected-error @+1 {{definition of SSA value '%i#0' has type 'i32'}}
  %i = arith.constant 1 : i32
  return
}

// -----

func.func @undeclared(%m: memref<8xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = affine.load %m[%i] : memref<8xf32>
  return
}

func.func @undeclared_too(%m: memref<8xf32>) {
  %0 = affine.load %m[%i] : memref<8xf32>
  return
}

// -----

"func.func"() <{function_type = (memref<8xf32>) -> (), sym_name = "generic_form"}> ({
^bb0(%m: memref<8xf32>):
  // expected-note @+1 {{previously referenced here}}
  %0 = affine.load %m[%i] : memref<8xf32>
  func.return
}) : () -> ()

func.func @loop() {
  // expected-error @+1 {{region entry argument '%i' is already in use}}
  affine.for %i = 0 to 4 {
  }
  return
}

// -----

func.func @without_end() {
  // expected-note @+1 {{previously defined here}}
  %0 = arith.constant 1 : i32

func.func @next() {
  // expected-error @+1 {{redefinition of SSA value '%0'}}
  %0 = arith.constant 1 : i32
  return
}
