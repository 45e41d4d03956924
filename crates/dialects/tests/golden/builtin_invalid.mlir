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
