// RUN: builtin.module(decompose-tensor-ops{check-sizes=true})
// Unlike MLIR: it has no such pass.

func.func @concat(%a: tensor<?x4x?xf32>, %b: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<?x4x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
