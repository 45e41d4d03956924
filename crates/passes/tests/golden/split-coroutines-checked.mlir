// RUN: --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts --split-coroutines=check-frames
// Unlike MLIR: it leaves coroutines to LLVM.

// Two suspension points, so that something is dead across one of them. The table says where the guards are.
async.func @awaits(%a: !async.value<i64>, %b: !async.value<i64>, %n: i8) -> !async.value<i64> {
  %x = async.await %a : !async.value<i64>
  %wide = arith.extui %n : i8 to i64
  %sum = arith.addi %wide, %x : i64
  %y = async.await %b : !async.value<i64>
  %all = arith.addi %sum, %y : i64
  async.return %all : i64
}
