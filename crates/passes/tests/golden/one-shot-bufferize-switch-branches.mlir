// RUN: --one-shot-bufferize=bufferize-function-boundaries=true
// Unlike MLIR: blocks write to what a switch passes on only if nobody else reads it.

// What a switch passes on may be written in the block that gets it.
func.func @choose(%a: tensor<4xf32>, %b: tensor<4xf32>, %flag: i32, %f: f32, %i: index) -> (tensor<4xf32>, f32) {
  cf.switch %flag : i32, [
    default: ^end(%a, %b : tensor<4xf32>, tensor<4xf32>),
    2: ^other(%f, %b : f32, tensor<4xf32>)
  ]
^other(%g: f32, %e: tensor<4xf32>):
  %filled = linalg.fill ins(%g : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^end(%filled, %a : tensor<4xf32>, tensor<4xf32>)
^end(%c: tensor<4xf32>, %d: tensor<4xf32>):
  %0 = tensor.insert %f into %c[%i] : tensor<4xf32>
  %1 = tensor.extract %d[%i] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, f32
}

// A loop whose blocks carry a tensor.
func.func @loop(%a: tensor<4xf32>, %n: i32, %f: f32, %i: index) -> tensor<4xf32> {
  cf.br ^head(%a, %n : tensor<4xf32>, i32)
^head(%c: tensor<4xf32>, %k: i32):
  %one = arith.constant 1 : i32
  %0 = tensor.insert %f into %c[%i] : tensor<4xf32>
  %less = arith.subi %k, %one : i32
  cf.switch %less : i32, [
    default: ^head(%0, %less : tensor<4xf32>, i32),
    0: ^end(%0 : tensor<4xf32>)
  ]
^end(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}
