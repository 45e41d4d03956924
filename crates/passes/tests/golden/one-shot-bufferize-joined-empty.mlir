// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
// Unlike MLIR: it puts what has no elements behind the end of memory, which no op may do, and fails.

func.func @behind(%t: tensor<0xf32>, %v: f32) -> tensor<3xf32> {
  %r = tensor.pad %t low[3] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<0xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}
func.func @nothing(%t: tensor<0x5xf32>, %v: f32) -> tensor<0x7xf32> {
  %r = tensor.pad %t low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<0x5xf32> to tensor<0x7xf32>
  return %r : tensor<0x7xf32>
}
func.func @joined(%a: tensor<2x4xf32>, %b: tensor<0x4xf32>) -> tensor<2x4xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<2x4xf32>, tensor<0x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}
