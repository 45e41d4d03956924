// RUN: --convert-linalg-to-tiled-loops
// Unlike MLIR: it has no such pass.

// Blocks that are whole, copied once for all rows of a tile.
func.func @transposed(%a: memref<64x128xf32>, %b: memref<64x128xf32>, %c: memref<64x64xf32>) {
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%a, %b : memref<64x128xf32>, memref<64x128xf32>) outs(%c : memref<64x64xf32>)
  return
}

// Used once.
func.func @sums_of_rows(%m: memref<300x24xf32>, %sums: memref<300xf32>) {
  linalg.reduce { arith.addf } ins(%m : memref<300x24xf32>) outs(%sums : memref<300xf32>) dimensions = [1]
  return
}

// Windows, a row for each step of the filter.
func.func @convolution(%image: memref<1x16x17x33xf32>, %filter: memref<8x16x3x3xf32>, %out: memref<1x8x8x16xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
    ins(%image, %filter : memref<1x16x17x33xf32>, memref<8x16x3x3xf32>) outs(%out : memref<1x8x8x16xf32>)
  return
}

// Windows that are used once stay where they are.
func.func @maxima(%image: memref<1x64x32x32xf32>, %window: memref<2x2xf32>, %out: memref<1x64x16x16xf32>) {
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>}
    ins(%image, %window : memref<1x64x32x32xf32>, memref<2x2xf32>) outs(%out : memref<1x64x16x16xf32>)
  return
}

// Several steps of the channels in one pass, as the filter has a single point.
func.func @points(%image: memref<1x16x8x64xf32>, %filter: memref<8x16x1x1xf32>, %out: memref<1x8x8x64xf32>) {
  linalg.conv_2d_nchw_fchw ins(%image, %filter : memref<1x16x8x64xf32>, memref<8x16x1x1xf32>) outs(%out : memref<1x8x8x64xf32>)
  return
}

// LLVM vectorises along rows whose elements are combined exactly; bits do not lie side by side in memory.
func.func @exact(%m: memref<300x240xi32>, %most: memref<300xi32>) {
  linalg.reduce { arith.maxsi } ins(%m : memref<300x240xi32>) outs(%most : memref<300xi32>) dimensions = [1]
  return
}
func.func @bits(%a: memref<64x128xi1>, %b: memref<64x128xi1>, %c: memref<64x64xi1>) {
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%a, %b : memref<64x128xi1>, memref<64x128xi1>) outs(%c : memref<64x64xi1>)
  return
}

// Without a reduction.
func.func @transposed_copy(%a: memref<96x100xf32>, %b: memref<100x96xf32>) {
  linalg.transpose ins(%a : memref<96x100xf32>) outs(%b : memref<100x96xf32>) permutation = [1, 0]
  return
}
func.func @sum_with_transposed(%a: memref<?x?x?xf16>, %b: memref<?x?x?xf16>, %c: memref<?x?x?xf16>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j, i)>, affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%a, %b : memref<?x?x?xf16>, memref<?x?x?xf16>) outs(%c : memref<?x?x?xf16>) {
  ^bb0(%x: f16, %y: f16, %old: f16):
    %sum = arith.addf %x, %y : f16
    linalg.yield %sum : f16
  }
  return
}
// Neither rows nor blocks: these stay.
func.func @turned(%a: memref<96x100x8xf32>, %b: memref<100x96x8xf32>) {
  linalg.transpose ins(%a : memref<96x100x8xf32>) outs(%b : memref<100x96x8xf32>) permutation = [1, 0, 2]
  return
}
