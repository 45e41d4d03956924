// Dimensions that are split and merged.

func.func @same(%t: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<128xf32>) {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 4, 16] : tensor<8x16xf32> into tensor<2x4x16xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x4x16xf32> into tensor<8x16xf32>
  %2 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<2x4x16xf32> into tensor<128xf32>
  return %1, %2 : tensor<8x16xf32>, tensor<128xf32>
}
func.func @chains(%t: tensor<128xf32>, %u: tensor<2x4x16xf32>) -> (tensor<2x4x16xf32>, tensor<128xf32>, tensor<8x16xf32>) {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [8, 16] : tensor<128xf32> into tensor<8x16xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 4, 16] : tensor<8x16xf32> into tensor<2x4x16xf32>
  %2 = tensor.collapse_shape %u [[0, 1], [2]] : tensor<2x4x16xf32> into tensor<8x16xf32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<8x16xf32> into tensor<128xf32>
  %4 = tensor.expand_shape %3 [[0, 1]] output_shape [8, 16] : tensor<128xf32> into tensor<8x16xf32>
  return %1, %3, %4 : tensor<2x4x16xf32>, tensor<128xf32>, tensor<8x16xf32>
}
func.func @elements(%x: f32, %y: f32) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<2x2xf32>) {
  %f = tensor.from_elements %x, %y, %y, %x : tensor<2x2xf32>
  %0 = tensor.collapse_shape %f [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %s = tensor.splat %x : tensor<4xf32>
  %1 = tensor.expand_shape %s [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %c = arith.constant dense<1.0> : tensor<2x2xf32>
  %2 = tensor.collapse_shape %c [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %3 = tensor.expand_shape %k [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<2x2xf32>
}
func.func @casts(%t: tensor<4x8xf32>, %n: index) -> (tensor<?xf32>, tensor<2x?x?xf32>) {
  %c = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %0 = tensor.collapse_shape %c [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %1 = tensor.expand_shape %c [[0, 1], [2]] output_shape [2, %c2, %c8] : tensor<?x?xf32> into tensor<2x?x?xf32>
  return %0, %1 : tensor<?xf32>, tensor<2x?x?xf32>
}
func.func @dims(%t: tensor<?x?xf32>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [4, %n, %n] : tensor<?x?xf32> into tensor<4x?x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<4x?x?xf32>
  %2 = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %3 = tensor.dim %2, %c0 : tensor<?xf32>
  return %1, %3 : index, index
}
func.func @reshape(%t: tensor<4xf32>, %x: index, %s: tensor<2xindex>) -> (index, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = tensor.dim %r, %c1 : tensor<?x?xf32>
  %c4 = arith.constant 4 : index
  %f = tensor.from_elements %c4 : tensor<1xindex>
  %q = tensor.reshape %t(%f) : (tensor<4xf32>, tensor<1xindex>) -> tensor<4xf32>
  return %d, %q : index, tensor<4xf32>
}
func.func @known_before_cast(%t: tensor<4x?xf32>, %n: index) -> tensor<?x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %0 = tensor.expand_shape %c [[0, 1], [2]] output_shape [%c2, %c2, %c2] : tensor<?x?xf32> into tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
func.func @other_groups(%t: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [1, 1, 4] : tensor<1x4xf32> into tensor<1x1x4xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<1x1x4xf32> into tensor<1x4xf32>
  return %1 : tensor<1x4xf32>
}
func.func @other_groups_merged_first(%t: tensor<1x1x4xf32>) -> tensor<1x1x4xf32> {
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<1x1x4xf32> into tensor<1x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 1, 4] : tensor<1x4xf32> into tensor<1x1x4xf32>
  return %1 : tensor<1x1x4xf32>
}
