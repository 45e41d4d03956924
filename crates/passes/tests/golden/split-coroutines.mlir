// RUN: --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts --split-coroutines
// Unlike MLIR: it leaves coroutines to LLVM.

// A task that captures a value: the frame holds it, the value that it yields and its token.
func.func @capture(%n: i64) -> !async.value<i64> {
  %token, %value = async.execute -> !async.value<i64> {
    %c = arith.constant 7 : i64
    %sum = arith.addi %n, %c : i64
    async.yield %sum : i64
  }
  return %value : !async.value<i64>
}

// Two suspension points: the second one's value takes the place of what nobody needs by then.
async.func @awaits(%a: !async.value<i64>, %b: !async.value<i64>) -> !async.value<i64> {
  %x = async.await %a : !async.value<i64>
  %y = async.await %b : !async.value<i64>
  %sum = arith.addi %x, %y : i64
  async.return %sum : i64
}

// No suspension point: no function to resume.
async.func @never_suspends(%n: i64) -> !async.value<i64> {
  async.return %n : i64
}
