func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 2000 : index
  %limit = arith.constant 700 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %token = async.execute {
      %fine = arith.cmpi slt, %i, %limit : index
      cf.assert %fine, "iteration 700 or later"
      async.yield
    }
    async.await %token : !async.token
    scf.reduce
  }
  %result = arith.constant 0 : i64
  return %result : i64
}
