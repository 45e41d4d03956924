// RUN: --convert-linalg-to-parallel-loops

// What is not an index of the result is summed over.
func.func @contract(%a: memref<4x5x6xf16>, %b: memref<6x7x?x4xf16>, %c: memref<4x7x4xf32>) {
  linalg.contract
      indexing_maps = [affine_map<(a, b, c, d, e) -> (a, d, e)>, affine_map<(a, b, c, d, e) -> (e, b, d, c)>,
                       affine_map<(a, b, c, d, e) -> (c, b, a)>]
      ins(%a, %b : memref<4x5x6xf16>, memref<6x7x?x4xf16>) outs(%c : memref<4x7x4xf32>)
  return
}

// Rows are read anew for each row, and columns as rows.
func.func @elementwise(%a: memref<?x8xf32>, %b: memref<16x8xf32>, %v: memref<16xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<mul>
      indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j, i)>]
      ins(%v, %b : memref<16xf32>, memref<16x8xf32>) outs(%b : memref<16x8xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%a : memref<?x8xf32>) outs(%a : memref<?x8xf32>)
  return
}

func.func @batch_reduce_matmul(%a: memref<?x8x9xbf16>, %b: memref<9x8xbf16>, %c: memref<8x8xf32>) {
  linalg.batch_reduce_matmul
      indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (k, j)>,
                       affine_map<(b, i, j, k) -> (i, j)>]
      ins(%a, %b : memref<?x8x9xbf16>, memref<9x8xbf16>) outs(%c : memref<8x8xf32>)
  return
}

// Zero points are subtracted from the factors.
func.func @quantized(%a: memref<8x9xi8>, %b: memref<9x8xi8>, %c: memref<8x8xi32>, %x: i32, %y: i16) {
  linalg.quantized_matmul ins(%a, %b, %x, %y : memref<8x9xi8>, memref<9x8xi8>, i32, i16) outs(%c : memref<8x8xi32>)
  return
}
func.func @quantized_convolution(%a: memref<1x8x8x3xi8>, %b: memref<3x3x3x2xi8>, %c: memref<1x6x6x2xi32>, %z: i32) {
  linalg.conv_2d_nhwc_hwcf_q {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%a, %b, %z, %z : memref<1x8x8x3xi8>, memref<3x3x3x2xi8>, i32, i32) outs(%c : memref<1x6x6x2xi32>)
  return
}
