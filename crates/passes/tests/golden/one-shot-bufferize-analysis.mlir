// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true test-analysis-only=true})

func.func private @ext(tensor<?xf32>) -> tensor<?xf32>
func.func private @ext2(tensor<?xf32>, f32)
func.func private @set(%a: tensor<?xf32>, %f: f32, %i: index) -> tensor<?xf32> {
  %0 = tensor.insert %f into %a[%i] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @get(%a: tensor<?xf32>, %i: index) -> f32 {
  %0 = tensor.extract %a[%i] : tensor<?xf32>
  return %0 : f32
}
func.func private @both(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %0 = arith.select %c, %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @new(%n: index) -> tensor<?xf32> {
  %0 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %f: f32, %i: index, %c: i1) -> (tensor<?xf32>, tensor<?xf32>, f32, tensor<?xf32>) {
  %0 = call @set(%a, %f, %i) : (tensor<?xf32>, f32, index) -> tensor<?xf32>
  %1 = call @get(%a, %i) : (tensor<?xf32>, index) -> f32
  %2 = call @both(%0, %b, %c) : (tensor<?xf32>, tensor<?xf32>, i1) -> tensor<?xf32>
  %3 = call @new(%i) : (index) -> tensor<?xf32>
  %4 = call @ext(%3) : (tensor<?xf32>) -> tensor<?xf32>
  call @ext2(%4, %f) : (tensor<?xf32>, f32) -> ()
  %5 = call @set(%3, %f, %i) {my.attr} : (tensor<?xf32>, f32, index) -> tensor<?xf32>
  return %0, %2, %1, %5 : tensor<?xf32>, tensor<?xf32>, f32, tensor<?xf32>
}
