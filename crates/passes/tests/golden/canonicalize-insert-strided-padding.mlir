// RUN: --canonicalize
// Unlike MLIR: it adds the padding in front to the offset, but every second element is one of the padded tensor.

func.func @f(%t: tensor<2xf32>, %d: tensor<16xf32>) -> tensor<16xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  %1 = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<2xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %1 into %0[0] [4] [2] : tensor<4xf32> into tensor<16xf32>
  return %2 : tensor<16xf32>
}
