func.func @pad(%t: tensor<2x?xf32>, %c: f32, %n: index) -> tensor<5x?xf32> {
  %0 = tensor.pad %t low[1, %n] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x?xf32> to tensor<5x?xf32>
  %1 = tensor.pad %0 nofold low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %x = arith.index_cast %i : index to i32
    %y = arith.sitofp %x : i32 to f32
    tensor.yield %y : f32
  } {name = "x"} : tensor<5x?xf32> to tensor<5x?xf32>
  return %1 : tensor<5x?xf32>
}
func.func @pad_scalar(%t: tensor<f32>, %c: f32) -> tensor<f32> {
  %0 = tensor.pad %t low[] high[] {
    tensor.yield %c : f32
  } : tensor<f32> to tensor<f32>
  return %0 : tensor<f32>
}
func.func @pad_less(%t: tensor<4xf32>, %c: f32, %n: index) -> tensor<3xf32> {
  %0 = tensor.pad %t low[-2] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<3xf32>
  %1 = "tensor.pad"(%0, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 0>,
                              static_low = array<i64: 0>}> ({
  ^bb0(%i: index):
    tensor.yield %c : f32
  }) : (tensor<3xf32>, index) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func @concat(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<5x3xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = tensor.concat dim(0) %a, %b {x} : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<5x3xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<5x3xf32>
}
func.func @bitcast(%a: tensor<4xi32>, %b: tensor<*xf32>) -> (tensor<?xui32>, tensor<4xsi32>) {
  %0 = tensor.bitcast %a : tensor<4xi32> to tensor<?xui32>
  %1 = tensor.bitcast %b {x} : tensor<*xf32> to tensor<4xsi32>
  return %0, %1 : tensor<?xui32>, tensor<4xsi32>
}
func.func @gather(%t: tensor<4x5x6xf32>, %i: tensor<?x2xi8>) -> (tensor<?x1x5x1xf32>, tensor<?x5xf32>) {
  %0 = tensor.gather %t[%i] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<?x2xi8>) -> tensor<?x1x5x1xf32>
  %1 = tensor.gather %t[%i] gather_dims([0, 2]) unique {x} : (tensor<4x5x6xf32>, tensor<?x2xi8>) -> tensor<?x5xf32>
  return %0, %1 : tensor<?x1x5x1xf32>, tensor<?x5xf32>
}
func.func @scatter(%p: tensor<3x4x6xf32>, %t: tensor<4x5x6xf32, "e">, %i: tensor<3x1xindex>, %q: tensor<3x4x1x6xf32, "e">)
    -> (tensor<4x5x6xf32, "e">, tensor<4x5x6xf32>) {
  %0 = tensor.scatter %q into %t[%i] scatter_dims([1]) unique
      : (tensor<3x4x1x6xf32, "e">, tensor<4x5x6xf32, "e">, tensor<3x1xindex>) -> tensor<4x5x6xf32, "e">
  %d = tensor.empty() : tensor<4x5x6xf32>
  %1 = tensor.scatter %p into %d[%i] scatter_dims([1]) unique {x}
      : (tensor<3x4x6xf32>, tensor<4x5x6xf32>, tensor<3x1xindex>) -> tensor<4x5x6xf32>
  return %0, %1 : tensor<4x5x6xf32, "e">, tensor<4x5x6xf32>
}
