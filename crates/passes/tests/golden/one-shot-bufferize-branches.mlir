// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%c: i1, %a: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>) {
  cf.br ^bb1(%a : tensor<4xf32>)
^bb1(%t: tensor<4xf32>):
  %u = tensor.insert %f into %t[%i] : tensor<4xf32>
  cf.cond_br %c, ^bb1(%u : tensor<4xf32>), ^bb2(%u : tensor<4xf32>)
^bb2(%v: tensor<4xf32>):
  return %v : tensor<4xf32>
}
func.func @g(%c: i1, %a: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, f32) {
  %e = bufferization.alloc_tensor() : tensor<4xf32>
  cf.cond_br %c, ^bb1(%e, %f : tensor<4xf32>, f32), ^bb2
^bb2:
  cf.br ^bb1(%a, %f : tensor<4xf32>, f32)
^bb1(%t: tensor<4xf32>, %g: f32):
  %u = tensor.insert %g into %t[%i] : tensor<4xf32>
  %x = tensor.extract %a[%i] : tensor<4xf32>
  return %u, %x : tensor<4xf32>, f32
}
func.func @two(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a : tensor<4xf32>
^bb2:
  return %b : tensor<4xf32>
}
func.func @same(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a : tensor<4xf32>
^bb2:
  return %a : tensor<4xf32>
}
