// RUN: --arith-unsigned-when-equivalent

// A constant in one branch and one from outside: what is known of the result when the division is first looked at decides.
func.func @joined(%c: i1) -> i32 {
  %c7 = arith.constant 7 : i32
  %r = scf.if %c -> i32 {
    %c3 = arith.constant 3 : i32
    scf.yield %c3 : i32
  } else {
    scf.yield %c7 : i32
  }
  %d = arith.divsi %r, %c7 : i32
  return %d : i32
}
