// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
// Unlike MLIR: it takes the two results to be different memory, because the operand is copied.

func.func private @doubled(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %x = linalg.add ins(%a, %a : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %x, %x : tensor<2xf32>, tensor<2xf32>
}
func.func @main(%i: index, %v: f32) -> (f32, f32) {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %twice:2 = call @doubled(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %changed = tensor.insert %v into %twice#0[%i] : tensor<2xf32>
  %p = tensor.extract %changed[%i] : tensor<2xf32>
  %q = tensor.extract %twice#1[%i] : tensor<2xf32>
  return %p, %q : f32, f32
}
