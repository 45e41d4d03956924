// RUN: --convert-tensor-to-linalg
func.func @c(%a: tensor<3x?xf32>, %n: index) -> tensor<6x?xf32> {
  %z = arith.constant 7.0 : f32
  %p = tensor.pad %a low[1, %n] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<3x?xf32> to tensor<6x?xf32>
  return %p : tensor<6x?xf32>
}
func.func @s(%a: tensor<3xf32>, %z: f32) -> tensor<6xf32> {
  %p = tensor.pad %a low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<3xf32> to tensor<6xf32>
  return %p : tensor<6xf32>
}
func.func @i(%a: tensor<3xf32>, %z: f32) -> tensor<6xf32> {
  %p = tensor.pad %a low[1] high[2] {
  ^bb0(%i: index):
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    tensor.yield %1 : f32
  } : tensor<3xf32> to tensor<6xf32>
  return %p : tensor<6xf32>
}
func.func @nofold(%a: tensor<3xf32>, %z: f32) -> tensor<3xf32> {
  %p = tensor.pad %a nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<3xf32> to tensor<3xf32>
  return %p : tensor<3xf32>
}
