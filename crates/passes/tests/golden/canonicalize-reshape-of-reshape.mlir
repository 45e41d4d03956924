// RUN: --canonicalize
// Sizes in one group may be others than before.
func.func @sizes(%a: tensor<?x?x1xf32>, %b: memref<?x?x?xf32>, %n: index) -> (tensor<?x?x1xf32>, memref<?x?x?xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x?x1xf32> into tensor<?x1xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%n, %n, 1] : tensor<?x1xf32> into tensor<?x?x1xf32>
  %2 = memref.collapse_shape %b [[0], [1, 2]] : memref<?x?x?xf32> into memref<?x?xf32>
  %3 = memref.expand_shape %2 [[0], [1, 2]] output_shape [%n, %n, %n] : memref<?x?xf32> into memref<?x?x?xf32>
  return %1, %3 : tensor<?x?x1xf32>, memref<?x?x?xf32>
}

// One size that is open can only be the same, whatever the groups are.
func.func @one_size(%a: tensor<?x3xf32>, %b: memref<?x3xf32>, %n: index) -> (tensor<?x3xf32>, memref<?x3xf32>) {
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [%n, 1, 3] : tensor<?x3xf32> into tensor<?x1x3xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<?x1x3xf32> into tensor<?x3xf32>
  %2 = memref.expand_shape %b [[0, 1], [2]] output_shape [%n, 1, 3] : memref<?x3xf32> into memref<?x1x3xf32>
  %3 = memref.collapse_shape %2 [[0], [1, 2]] : memref<?x1x3xf32> into memref<?x3xf32>
  return %1, %3 : tensor<?x3xf32>, memref<?x3xf32>
}

// Groups that do not fit.
func.func @other_groups(%a: tensor<2x4x3xf32>) -> tensor<2x12x1xf32> {
  %0 = tensor.expand_shape %a [[0], [1], [2, 3]] output_shape [2, 4, 3, 1] : tensor<2x4x3xf32> into tensor<2x4x3x1xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2], [3]] : tensor<2x4x3x1xf32> into tensor<2x12x1xf32>
  return %1 : tensor<2x12x1xf32>
}

// No dimension in between.
func.func @scalar(%a: tensor<f32>, %b: tensor<1xf32>) -> (tensor<1x1x1xf32>, tensor<f32>, tensor<1x1xf32>) {
  %0 = tensor.expand_shape %a [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 1, 1] : tensor<1x1xf32> into tensor<1x1x1xf32>
  %2 = tensor.collapse_shape %1 [[0, 1, 2]] : tensor<1x1x1xf32> into tensor<1xf32>
  %3 = tensor.collapse_shape %2 [] : tensor<1xf32> into tensor<f32>
  %4 = tensor.collapse_shape %b [] : tensor<1xf32> into tensor<f32>
  %5 = tensor.expand_shape %4 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return %1, %3, %5 : tensor<1x1x1xf32>, tensor<f32>, tensor<1x1xf32>
}

// A loop that runs once has the index zero.
func.func @index(%a: memref<1x?xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%a : memref<1x?xindex>) {
  ^bb0(%o: index):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = arith.addi %0, %1 : index
    linalg.yield %2 : index
  }
  return
}
