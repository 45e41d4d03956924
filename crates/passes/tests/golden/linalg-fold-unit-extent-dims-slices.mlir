// RUN: --linalg-fold-unit-extent-dims=use-rank-reducing-slices
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#mid = affine_map<(d0, d1, d2) -> (d1)>

// Two loops run once. The index of one of them is zero.
func.func @loops(%a: tensor<1x?x1xi32>, %b: tensor<?xi32>, %e: tensor<1x?x1xi32>) -> tensor<1x?x1xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #mid, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<1x?x1xi32>, tensor<?xi32>) outs(%e : tensor<1x?x1xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %i, %j : index
    %l = arith.index_cast %k : index to i32
    %s = arith.addi %x, %y : i32
    %r = arith.muli %s, %l : i32
    linalg.yield %r : i32
  } -> tensor<1x?x1xi32>
  return %0 : tensor<1x?x1xi32>
}

// Elements are read at zero, and at the sum of loops of which one runs once.
func.func @expressions(%a: tensor<1x8xf32>, %b: tensor<8x1xf32>, %e: tensor<8x1xf32>) -> tensor<8x1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d0 + d1)>, affine_map<(d0, d1) -> (d0, d1)>,
                                        affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<1x8xf32>, tensor<8x1xf32>) outs(%e : tensor<8x1xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}

// A reduction of one element: what is written becomes an input.
func.func @reduction(%a: tensor<4x1xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x1xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// No loop is left.
func.func @scalar(%a: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<1x1xf32>) outs(%e : tensor<1x1xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = math.exp %x : f32
    linalg.yield %s : f32
  } -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// The same on memory, but not on memory with a layout.
func.func @memory(%a: memref<1x?xf32, 3>, %b: memref<1x?xf32, 3>, %c: memref<1x4xf32, strided<[8, 1]>>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<1x?xf32, 3>) outs(%b : memref<1x?xf32, 3>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%c : memref<1x4xf32, strided<[8, 1]>>) {
  ^bb0(%o: f32):
    linalg.yield %o : f32
  }
  return
}

func.func @pad(%a: tensor<1x?x1xf32>) -> tensor<1x?x1xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.pad %a low[0, 2, 0] high[0, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %z : f32
  } : tensor<1x?x1xf32> to tensor<1x?x1xf32>
  return %0 : tensor<1x?x1xf32>
}

// Parts of tensors.
func.func @slices(%a: tensor<4x?x8xf32>, %i: index, %n: index) -> (tensor<1x?x1xf32>, tensor<4x?x8xf32>) {
  %0 = tensor.extract_slice %a[%i, 0, 3] [1, %n, 1] [1, 1, 1] : tensor<4x?x8xf32> to tensor<1x?x1xf32>
  %1 = tensor.insert_slice %0 into %a[0, 0, %i] [1, %n, 1] [1, 1, 1] : tensor<1x?x1xf32> into tensor<4x?x8xf32>
  return %0, %1 : tensor<1x?x1xf32>, tensor<4x?x8xf32>
}
func.func @shared(%a: tensor<4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %b) -> tensor<4x4xf32> {
    %e = tensor.expand_shape %a [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
    }
  }
  return %0 : tensor<4x4xf32>
}

// What is made of empty tensors.
func.func @empty(%n: index) -> (tensor<?x1x4xf32>, tensor<2x?xf32>, tensor<?x8xf32>, tensor<?xf32>) {
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = tensor.expand_shape %e [[0, 1], [2]] output_shape [%n, 1, 4] : tensor<?x4xf32> into tensor<?x1x4xf32>
  %1 = tensor.extract_slice %e[0, 0] [2, %n] [1, 1] : tensor<?x4xf32> to tensor<2x?xf32>
  %2 = tensor.concat dim(1) %e, %e : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  %3 = tensor.collapse_shape %e [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return %0, %1, %2, %3 : tensor<?x1x4xf32>, tensor<2x?xf32>, tensor<?x8xf32>, tensor<?xf32>
}
