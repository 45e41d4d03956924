func.func @sizes(%t: tensor<*xf32>, %u: tensor<4x?xf32>, %i: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %t, %i : tensor<*xf32>
  %1 = tensor.dim %u, %c1 : tensor<4x?xf32>
  %2 = tensor.dim {my.attr} %u, %i : tensor<4x?xf32>
  return %0, %1, %2 : index, index, index
}

func.func @ranks(%t: tensor<*xf32>, %u: tensor<4x?xf32>) -> (index, index) {
  %0 = tensor.rank %t : tensor<*xf32>
  %1 = tensor.rank %u {my.attr} : tensor<4x?xf32>
  return %0, %1 : index, index
}

func.func @merged_with_nothing(%large: tensor<0x?x5xf32>, %small: tensor<?x5xf32>, %n: index) -> (tensor<?x5xf32>, tensor<0x?x5xf32>) {
  %merged = tensor.collapse_shape %large [[0, 1], [2]] : tensor<0x?x5xf32> into tensor<?x5xf32>
  %split = tensor.expand_shape %small [[0, 1], [2]] output_shape [0, %n, 5] : tensor<?x5xf32> into tensor<0x?x5xf32>
  return %merged, %split : tensor<?x5xf32>, tensor<0x?x5xf32>
}
