// A value that a loop carries: each stage waits for the one before it, and the loop itself waits for none.
// (MLIR 22 cannot lower loops that carry tokens or values.)
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 10 : index
  %zero = arith.constant 0 : i64
  %started, %first = async.execute -> !async.value<i64> {
    async.yield %zero : i64
  }
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> (!async.value<i64>) {
    %token, %stage = async.execute (%before as %sum: !async.value<i64>) -> !async.value<i64> {
      %number = arith.index_cast %i : index to i64
      %next = arith.addi %sum, %number : i64
      async.yield %next : i64
    }
    scf.yield %stage : !async.value<i64>
  }
  %sum = async.await %last : !async.value<i64>
  vector.print %sum : i64
  return
}
