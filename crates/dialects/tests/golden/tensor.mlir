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
