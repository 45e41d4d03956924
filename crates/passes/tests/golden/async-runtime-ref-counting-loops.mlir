// RUN: --parallel-loops-to-async-runtime --async-to-async-runtime --async-runtime-ref-counting
// Unlike MLIR: it has no such loops.

// A task that waits for a loop drops what the loop captures when the loop is done, not when it has begun.
func.func @captures(%m: memref<?xi64>, %n: index) {
  %first, %value = async.execute -> !async.value<i64> {
    %c5 = arith.constant 5 : i64
    async.yield %c5 : i64
  }
  %second = async.execute {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      async.await %first : !async.token
      %x = async.await %value : !async.value<i64>
      %sum = memref.atomic_rmw addi %x, %m[%i] : (i64, memref<?xi64>) -> i64
      scf.reduce
    }
    async.yield
  }
  async.await %second : !async.token
  return
}
