// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%a: tensor<?x?xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %z = linalg.fill ins(%f : f32) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = linalg.map { math.exp } ins(%a : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>)
  return %z, %t : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @g(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = linalg.transpose ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) permutation = [1, 0]
  %u = linalg.transpose ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) permutation = [1, 0]
  return %t, %u : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @r(%a: tensor<4x?xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<4x?xf32>) outs(%b : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}
func.func @bc(%a: tensor<4xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<4x8xf32>) dimensions = [1]
  %e = tensor.empty() : tensor<4x8xf32>
  %c = linalg.copy ins(%r : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %d = linalg.add ins(%c, %r : tensor<4x8xf32>, tensor<4x8xf32>) outs(%r : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %d : tensor<4x8xf32>
}
