// RUN: --int-range-optimizations

// A select of values of which one has no range yet.
func.func @of_branches(%c: i1, %b: i1) -> i1 {
  %x = scf.if %c -> i64 {
    %p = arith.constant 7 : i64
    scf.yield %p : i64
  } else {
    %q = arith.constant 9 : i64
    scf.yield %q : i64
  }
  %c5 = arith.constant 5 : i64
  %s = arith.select %b, %x, %x : i64
  %r = arith.cmpi eq, %s, %c5 : i64
  return %r : i1
}
func.func @in_a_loop(%b: i1, %n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i64
  %five = arith.constant 5 : i64
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %three) -> (i64) {
    %s = arith.select %b, %carried, %three : i64
    scf.yield %s : i64
  }
  %r = arith.cmpi eq, %x, %five : i64
  return %r : i1
}
