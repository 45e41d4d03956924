// RUN: --linalg-fuse-elementwise-ops
// Unlike MLIR: it splits the tensor before the sizes are computed, so that its output is refused.
func.func @sizes(%a: tensor<?x4xf32>, %n: index) -> tensor<?x2x6xf32> {
  %z = arith.constant 0.0 : f32
  %two = arith.constant 2 : index
  %0 = tensor.pad %a low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x4xf32> to tensor<?x6xf32>
  %half = arith.divui %n, %two : index
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%half, 2, 6] : tensor<?x6xf32> into tensor<?x2x6xf32>
  return %1 : tensor<?x2x6xf32>
}
