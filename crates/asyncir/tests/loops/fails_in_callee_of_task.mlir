func.func private @work(%i: index) -> !async.value<index> {
  %limit = arith.constant 700 : index
  %token, %value = async.execute -> !async.value<index> {
    %fine = arith.cmpi slt, %i, %limit : index
    cf.assert %fine, "iteration 700 or later"
    async.yield %i : index
  }
  %r = async.await %value : !async.value<index>
  return %value : !async.value<index>
}
func.func private @all(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = func.call @work(%i) : (index) -> !async.value<index>
    async.await %v : !async.value<index>
    scf.reduce
  }
  return
}
func.func @main() -> i64 {
  %n = arith.constant 2000 : index
  %token = async.execute {
    func.call @all(%n) : (index) -> ()
    async.yield
  }
  async.await %token : !async.token
  %result = arith.constant 0 : i64
  return %result : i64
}
