func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000000 : index
  %limit = arith.constant 700 : index
  %token, %value = async.execute -> !async.value<i64> {
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %fine = arith.cmpi slt, %i, %limit : index
      cf.assert %fine, "iteration 700 or later"
      scf.reduce
    }
    %result = arith.constant 0 : i64
    async.yield %result : i64
  }
  %result = async.await %value : !async.value<i64>
  return %result : i64
}
