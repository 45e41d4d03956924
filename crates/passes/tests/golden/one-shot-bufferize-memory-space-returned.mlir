// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
// Unlike MLIR: it makes memory whose type it cannot have, and fails.

func.func @far(%v: f32) -> tensor<8xf32> {
  %a = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<8xf32>
  %f = linalg.fill ins(%v : f32) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %f : tensor<8xf32> }
