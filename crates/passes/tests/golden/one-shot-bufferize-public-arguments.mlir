// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true keep-public-arguments=true})
// Unlike MLIR: it has no option of this name.

func.func @kept(%a: tensor<4xf32>, %out: tensor<4xf32> {bufferization.writable = true}, %f: f32, %i: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = func.call @changed(%a, %f, %i) : (tensor<4xf32>, f32, index) -> tensor<4xf32>
  %1 = tensor.insert %f into %out[%i] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

func.func private @changed(%a: tensor<4xf32>, %f: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %f into %a[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
