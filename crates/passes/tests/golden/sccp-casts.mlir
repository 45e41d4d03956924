// RUN: --sccp

// What is changed in place by a fold is not a constant yet.
func.func @dim_of_cast(%t: tensor<4x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %1 : index
}
