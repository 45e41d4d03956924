// RUN: --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts --split-coroutines=runtime-extensions
// Unlike MLIR: it leaves coroutines to LLVM.

// The frame comes from a pool, where the coroutine is about to be suspended: not if there is nothing to wait for.
async.func @waits(%a: !async.value<i64>) -> !async.value<i64> {
  %x = async.await %a : !async.value<i64>
  %twice = arith.addi %x, %x : i64
  async.return %twice : i64
}

func.func @task(%a: !async.token) -> !async.token {
  %token = async.execute [%a] {
    async.yield
  }
  return %token : !async.token
}
