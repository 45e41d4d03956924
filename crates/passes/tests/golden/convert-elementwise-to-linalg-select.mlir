// RUN: builtin.module(convert-elementwise-to-linalg)
// Unlike MLIR: it gives what is chosen the sizes of the first tensor.

func.func @one(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %c, %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @elements(%c: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %c, %a, %b : tensor<?xi1>, tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @of_one_size(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %c, %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
