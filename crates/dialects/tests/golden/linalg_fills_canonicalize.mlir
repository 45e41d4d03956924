func.func @pad(%t: tensor<4x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%t : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = tensor.pad %0 low[1, %n] high[%n, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func @pad2(%t: tensor<4x?xf32>, %n: index) -> tensor<7x?xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%t : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = tensor.pad %0 low[1, 0] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x?xf32> to tensor<7x?xf32>
  return %1 : tensor<7x?xf32>
}
func.func @pad3(%t: tensor<4x3xf32>, %n: index) -> tensor<7x5xf32> {
  %c = arith.constant 1.0 : f32
  %d = arith.constant 2.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%t : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = tensor.pad %0 low[1, 0] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %d : f32
  } : tensor<4x3xf32> to tensor<7x5xf32>
  return %1 : tensor<7x5xf32>
}
func.func @pad4(%t: tensor<4x3xf32>, %n: index) -> tensor<7x5xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%t : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = tensor.pad %0 nofold low[1, 0] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } {a} : tensor<4x3xf32> to tensor<7x5xf32>
  return %1 : tensor<7x5xf32>
}
func.func @insert(%t: tensor<4x3xf32>, %d: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = tensor.pad %t low[1, 0] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x3xf32> to tensor<7x5xf32>
  %2 = tensor.insert_slice %1 into %0[1, 2] [7, 5] [1, 1] : tensor<7x5xf32> into tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
func.func @insert2(%t: tensor<4x?xf32>, %d: tensor<8x?xf32>, %n: index) -> tensor<8x?xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%d : tensor<8x?xf32>) -> tensor<8x?xf32>
  %1 = tensor.pad %t low[1, %n] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x?xf32> to tensor<7x?xf32>
  %2 = tensor.insert_slice %1 into %0[%n, 2] [7, %n] [1, 1] : tensor<7x?xf32> into tensor<8x?xf32>
  return %2 : tensor<8x?xf32>
}
func.func @insert3(%t: tensor<4x3xf32>, %d: tensor<8x8xf32>, %u: tensor<1x2xf32>, %n: index) -> tensor<8x8xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = tensor.insert_slice %u into %0[0, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<8x8xf32>
  %1 = tensor.pad %t low[1, 0] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x3xf32> to tensor<7x5xf32>
  %2 = tensor.insert_slice %1 into %3[1, 2] [7, 5] [1, 1] : tensor<7x5xf32> into tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
func.func @concat(%a: tensor<4x3xf32>, %b: tensor<2x3xf32>, %d: tensor<?x3xf32>, %n: index) -> (tensor<6x3xf32>, tensor<?x3xf32>) {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%a : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = linalg.fill ins(%c : f32) outs(%b : tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = linalg.fill ins(%c : f32) outs(%d : tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = tensor.concat dim(0) %0, %1 : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<6x3xf32>
  %4 = tensor.concat dim(0) %0, %2 {x} : (tensor<4x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %3, %4 : tensor<6x3xf32>, tensor<?x3xf32>
}
func.func @copy(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>, %d: tensor<?x3xf32>, %n: index) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%a : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = linalg.copy ins(%0: tensor<4x3xf32>) outs(%b : tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = linalg.copy ins(%b: tensor<4x3xf32>) outs(%0 : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1, %2 : tensor<4x3xf32>, tensor<4x3xf32>
}
func.func @copy_m(%a: memref<4x3xf32>, %b: memref<4x3xf32>) {
  %c = arith.constant 1.0 : f32
  linalg.fill ins(%c : f32) outs(%a : memref<4x3xf32>)
  linalg.copy ins(%a: memref<4x3xf32>) outs(%b : memref<4x3xf32>)
  return
}
func.func @copy_after_conversion(%a: tensor<4x3xf64>, %d: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %c = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%d : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = linalg.copy {a} ins(%a: tensor<4x3xf64>) outs(%0 : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}
func.func @insert_where_others_are(%t: tensor<4x3xf32>, %d: tensor<8x8xf32>, %u: tensor<4x4xf32>) -> tensor<8x8xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = tensor.insert_slice %u into %0[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  %2 = tensor.pad %t low[1, 0] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x3xf32> to tensor<7x5xf32>
  %3 = tensor.insert_slice %2 into %1[1, 2] [7, 5] [1, 1] : tensor<7x5xf32> into tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
func.func @insert_without_a_dimension(%t: tensor<4xf32>, %d: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<7xf32>
  %2 = tensor.insert_slice %1 into %0[1, 2] [7, 1] [1, 1] : tensor<7xf32> into tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
