// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%a: tensor<?xf32> {bufferization.writable = false, my.a}, %b: tensor<4xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>}, %f: f32, %i: index) -> (tensor<?xf32>, tensor<4xf32>) {
  %0 = tensor.insert %f into %a[%i] : tensor<?xf32>
  %1 = tensor.insert %f into %b[%i] : tensor<4xf32>
  return %0, %1 : tensor<?xf32>, tensor<4xf32>
}
func.func private @ext(tensor<?xf32> {bufferization.access = "read"})
func.func @g(%a: tensor<?xf32>, %f: f32, %i: index) -> (tensor<?xf32>) {
  %0 = tensor.insert %f into %a[%i] : tensor<?xf32>
  call @ext(%a) : (tensor<?xf32>) -> ()
  call @ext(%0) : (tensor<?xf32>) -> ()
  return %0 : tensor<?xf32>
}
