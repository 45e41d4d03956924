// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%c: i1, %a: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>) {
  cf.br ^bb1(%a : tensor<4xf32>)
^bb1(%t: tensor<4xf32>):
  %u = tensor.insert %f into %t[%i] : tensor<4xf32>
  cf.cond_br %c, ^bb1(%u : tensor<4xf32>), ^bb2(%u : tensor<4xf32>)
^bb2(%v: tensor<4xf32>):
  return %v : tensor<4xf32>
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
