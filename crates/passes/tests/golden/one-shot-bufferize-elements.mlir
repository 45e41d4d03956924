// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @from(%a: f32, %b: f32) -> tensor<2x2xf32> {
  %0 = tensor.from_elements %a, %b, %b, %a : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
func.func @from0(%a: f32) -> tensor<f32> {
  %0 = tensor.from_elements %a : tensor<f32>
  return %0 : tensor<f32>
}
func.func @gen(%n: index, %t: tensor<?xf32>) -> tensor<?x4xf32> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %x = tensor.extract %t[%i] : tensor<?xf32>
    tensor.yield %x : f32
  } : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @splat(%n: index, %f: f32) -> tensor<?x4xf32> {
  %0 = tensor.splat %f[%n] : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @empty(%n: index) -> (tensor<?xf32>) {
  %0 = tensor.empty(%n) : tensor<?xf32>
  return %0 : tensor<?xf32>
}
