// RUN: --canonicalize
// Unlike MLIR: it makes a filled tensor of fewer known sizes, and fills a tensor with numbers of another type.

func.func @concat_with_more(%a: tensor<4x3xf32>, %d: tensor<?x3xf32>) -> tensor<9x3xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%a : tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = linalg.fill ins(%c : f32) outs(%d : tensor<?x3xf32>) -> tensor<?x3xf32>
  %4 = tensor.concat dim(0) %0, %2 {x} : (tensor<4x3xf32>, tensor<?x3xf32>) -> tensor<9x3xf32>
  return %4 : tensor<9x3xf32>
}
func.func @copy_that_converts(%a: tensor<4x3xf64>, %b: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %c = arith.constant 1.0 : f64
  %0 = linalg.fill ins(%c : f64) outs(%a : tensor<4x3xf64>) -> tensor<4x3xf64>
  %1 = linalg.copy ins(%0: tensor<4x3xf64>) outs(%b : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}
