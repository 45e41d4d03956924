// What structured ops on tensors only pass on is there already; chains of ops that move elements are one op.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @identity(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %d: tensor<?x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<?x8xf32>) {
  %0 = linalg.copy ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.broadcast ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) dimensions = []
  %2:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%b, %b : tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %z, %x : f32, f32
  } -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%d : tensor<?x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<?x8xf32>
  return %0, %1, %2#0, %2#1, %3 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<?x8xf32>
}
func.func @not(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %v: f32, %l: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %v : f32
  } -> tensor<4x4xf32>
  %1 = linalg.transpose ins(%a : tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) permutation = [1, 0]
  %2 = linalg.fill ins(%v : f32) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = linalg.fill ins(%v : f32) outs(%l : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %e : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>
}
func.func @transposes(%a: tensor<2x3x4xf32>, %b: tensor<3x2x4xf32>, %c: tensor<4x2x3xf32>, %d: tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<2x3x4xf32>) outs(%b : tensor<3x2x4xf32>) permutation = [1, 0, 2]
  %1 = linalg.transpose ins(%0 : tensor<3x2x4xf32>) outs(%c : tensor<4x2x3xf32>) permutation = [2, 1, 0]
  %2 = linalg.transpose ins(%0 : tensor<3x2x4xf32>) outs(%d : tensor<2x3x4xf32>) permutation = [1, 0, 2]
  %3 = linalg.transpose ins(%a : tensor<2x3x4xf32>) outs(%d : tensor<2x3x4xf32>) permutation = [0, 1, 2]
  return %1, %2, %3 : tensor<4x2x3xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>
}
func.func @broadcasts(%a: tensor<3xf32>, %b: tensor<3x4xf32>, %c: tensor<2x3x4xf32>, %ct: tensor<4x2x3xf32>) -> (tensor<2x3x4xf32>, tensor<4x2x3xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%b : tensor<3x4xf32>) dimensions = [1]
  %1 = linalg.broadcast ins(%0 : tensor<3x4xf32>) outs(%c : tensor<2x3x4xf32>) dimensions = [0]
  %2 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%c : tensor<2x3x4xf32>) dimensions = [0, 2]
  %3 = linalg.transpose ins(%2 : tensor<2x3x4xf32>) outs(%ct : tensor<4x2x3xf32>) permutation = [2, 0, 1]
  return %1, %3 : tensor<2x3x4xf32>, tensor<4x2x3xf32>
}
func.func @same_copy(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @copy_of_fill(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.fill ins(%v : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%0 : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.copy ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %3 = linalg.fill ins(%v : f32) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}
func.func @map_identity(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.map ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) (%in: f32, %init: f32) { linalg.yield %in : f32 }
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<4xf32>) outs(%b : tensor<4xf32>) dimensions = []
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
func.func @fill_transposed(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %v: f32) -> (tensor<8x4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = linalg.fill ins(%v : f32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [1, 0]
  %2 = tensor.extract %0[%c0, %c0] : tensor<4x8xf32>
  return %1, %2 : tensor<8x4xf32>, f32
}
func.func @infer(%a: tensor<4x?xf32>, %b: tensor<?x8xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %b : tensor<4x?xf32>, tensor<?x8xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @casts(%a: tensor<4x8xf32>, %c: tensor<?x?xf32>) -> tensor<4x8xf32> {
  %x = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %0 = linalg.exp ins(%x : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @b(%a: tensor<3xf32>, %b: tensor<4x3xf32>, %c: tensor<4x3x2xf32>, %d: tensor<3x5xf32>, %e: tensor<2x3x4x5x6xf32>) -> (tensor<4x3x2xf32>, tensor<2x3x4x5x6xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%b : tensor<4x3xf32>) dimensions = [0]
  %1 = linalg.broadcast ins(%0 : tensor<4x3xf32>) outs(%c : tensor<4x3x2xf32>) dimensions = [2]
  %2 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%d : tensor<3x5xf32>) dimensions = [1]
  %3 = linalg.broadcast ins(%2 : tensor<3x5xf32>) outs(%e : tensor<2x3x4x5x6xf32>) dimensions = [4, 0, 2]
  return %1, %3 : tensor<4x3x2xf32>, tensor<2x3x4x5x6xf32>
}
func.func @bt(%a: tensor<3x2xf32>, %b: tensor<3x7x2xf32>, %c: tensor<2x3x7xf32>) -> tensor<2x3x7xf32> {
  %0 = linalg.broadcast ins(%a : tensor<3x2xf32>) outs(%b : tensor<3x7x2xf32>) dimensions = [1]
  %1 = linalg.transpose ins(%0 : tensor<3x7x2xf32>) outs(%c : tensor<2x3x7xf32>) permutation = [2, 0, 1]
  return %1 : tensor<2x3x7xf32>
}
func.func @self_copy_of_fill(%a: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %0 = linalg.fill ins(%v : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
