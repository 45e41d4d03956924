// RUN: --one-shot-bufferize=bufferize-function-boundaries
// Unlike MLIR: the padding is computed many times, so that what computes it does not write to memory from outside. In MLIR each element sees
// what was written for those before.

func.func @counted(%t: tensor<3xi32>, %count: tensor<1xi32>, %step: i32) -> tensor<5xi32> {
  %zero = arith.constant 0 : index
  %p = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    %before = arith.constant 0 : index
    %old = tensor.extract %count[%before] : tensor<1xi32>
    %new = arith.addi %old, %step : i32
    %counted = tensor.insert %new into %count[%zero] : tensor<1xi32>
    %value = tensor.extract %counted[%zero] : tensor<1xi32>
    tensor.yield %value : i32
  } : tensor<3xi32> to tensor<5xi32>
  return %p : tensor<5xi32>
}
