// RUN: --linalg-fuse-elementwise-ops
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
#none = affine_map<(d0, d1) -> ()>

// A chain: the second op reads what the first one gives transposed, and the index of a loop follows.
func.func @chain(%a: tensor<?x?xf32>, %b: tensor<?xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %s = arith.addf %x, %y : f32
    %r = arith.mulf %s, %k : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %f = tensor.empty(%n, %m) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = math.exp %x : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// What is used twice is computed once.
func.func @two_uses(%a: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = math.exp %x : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.negf %x : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// A reduction of a sum with a filled tensor and with a constant; what is written is read.
func.func @reduction(%a: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant 2.0 : f32
  %c = arith.constant dense<3.0> : tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%two : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %f, %c : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %r = arith.mulf %s, %z : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %x, %o : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Of two results nobody needs the first; the second is computed twice from equal operands.
func.func @unused(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a, %e : tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %p: f32, %q: f32):
    %s = arith.addf %x, %p : f32
    %r = arith.mulf %x, %y : f32
    linalg.yield %s, %r : f32, f32
  } -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return %0#1 : tensor<4x8xf32>
}

// Loops are split as the dimensions of the result are; indices are computed from those of the new loops.
func.func @expand(%a: tensor<?x8xi32>, %b: tensor<8xi32>, %n: index) -> tensor<?x2x4xi32> {
  %e = tensor.empty(%n) : tensor<?x8xi32>
  %0 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x8xi32>, tensor<8xi32>) outs(%e : tensor<?x8xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %s = arith.addi %x, %y : i32
    %r = arith.muli %s, %j : i32
    linalg.yield %r : i32
  } -> tensor<?x8xi32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [%n, 2, 4] : tensor<?x8xi32> into tensor<?x2x4xi32>
  return %1 : tensor<?x2x4xi32>
}

// The same for what is merged before it is read, also by ops that have names.
func.func @collapse(%a: tensor<2x4x?xf32>, %b: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x4x?xf32> into tensor<8x?xf32>
  %1 = linalg.exp ins(%0 : tensor<8x?xf32>) outs(%b : tensor<8x?xf32>) -> tensor<8x?xf32>
  return %1 : tensor<8x?xf32>
}
func.func @transpose(%a: tensor<2x4x3xf32>, %b: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x4x3xf32> into tensor<8x3xf32>
  %1 = linalg.transpose ins(%0 : tensor<8x3xf32>) outs(%b : tensor<3x8xf32>) permutation = [1, 0]
  return %1 : tensor<3x8xf32>
}

// Padding that does not concern the split dimension.
func.func @pads(%a: tensor<2x4x3xf32>, %b: tensor<8x?xf32>, %n: index) -> (tensor<8x5xf32>, tensor<2x4x?xf32>) {
  %z = arith.constant 0.0 : f32
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x4x3xf32> into tensor<8x3xf32>
  %1 = tensor.pad %0 low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<8x3xf32> to tensor<8x5xf32>
  %2 = tensor.pad %b low[0, %n] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<8x?xf32> to tensor<8x?xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, 4, %n] : tensor<8x?xf32> into tensor<2x4x?xf32>
  return %1, %3 : tensor<8x5xf32>, tensor<2x4x?xf32>
}

// A split moves in front of a merge of other dimensions.
func.func @bubble(%a: tensor<2x4x6xf32>) -> tensor<8x2x3xf32> {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x4x6xf32> into tensor<8x6xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [8, 2, 3] : tensor<8x6xf32> into tensor<8x2x3xf32>
  return %1 : tensor<8x2x3xf32>
}

// Constants are transposed now.
func.func @constant() -> tensor<3x2xi32> {
  %c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %0 = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<2x3xi32>) outs(%e : tensor<3x2xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  } -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// An op on memory takes over what computes a tensor that it reads; it keeps all that it writes.
func.func @memory(%a: tensor<4xf32>, %m: memref<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %s = arith.constant dense<1.0> : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a, %s : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return
}
