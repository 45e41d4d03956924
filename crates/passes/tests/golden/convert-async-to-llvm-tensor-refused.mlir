// RUN: --convert-async-to-llvm
// A payload that has no form in memory is refused.

func.func @tensor() -> !async.value<tensor<4xf32>> {
  %0 = async.runtime.create : !async.value<tensor<4xf32>>
  return %0 : !async.value<tensor<4xf32>>
}
