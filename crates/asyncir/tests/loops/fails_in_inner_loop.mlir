async.func @run(%n: index) -> !async.value<i64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = arith.constant 700 : index
  %zero = arith.constant 0 : i64
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> i64 {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %fine = arith.cmpi slt, %j, %limit : index
      cf.assert %fine, "iteration 700 or later"
      scf.reduce
    }
    %v = arith.index_cast %i : index to i64
    scf.reduce (%v : i64) {
    ^bb0(%a: i64, %b: i64):
      %r = arith.addi %a, %b : i64
      scf.reduce.return %r : i64
    }
  }
  return %sum : i64
}
func.func @main() -> i64 {
  %n = arith.constant 2000 : index
  %value = async.call @run(%n) : (index) -> !async.value<i64>
  %result = async.await %value : !async.value<i64>
  return %result : i64
}
