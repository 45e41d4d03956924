// Contractions, elementwise functions, products of batches and of quantised numbers.
func.func @elementwise(%a: memref<8x16xf32>, %b: memref<16x8xf32>, %v: memref<16xf32>, %i: memref<4xi32>, %c: memref<4xi1>, %z: memref<f32>, %s: f32) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<log> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<abs> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<ceil> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<floor> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<reciprocal> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<round> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<sqrt> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<rsqrt> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<square> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<erf> ins(%a : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%i, %i : memref<4xi32>, memref<4xi32>) outs(%i : memref<4xi32>)
  linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%c, %c : memref<4xi1>, memref<4xi1>) outs(%c : memref<4xi1>)
  linalg.elementwise kind=#linalg.elementwise_kind<div> ins(%i, %i : memref<4xi32>, memref<4xi32>) outs(%i : memref<4xi32>)
  linalg.elementwise kind=#linalg.elementwise_kind<div_unsigned> ins(%i, %i : memref<4xi32>, memref<4xi32>) outs(%i : memref<4xi32>)
  linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%i, %i : memref<4xi32>, memref<4xi32>) outs(%i : memref<4xi32>)
  linalg.elementwise kind=#linalg.elementwise_kind<min_signed> ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned> ins(%i, %i : memref<4xi32>, memref<4xi32>) outs(%i : memref<4xi32>)
  linalg.elementwise kind=#linalg.elementwise_kind<min_unsigned> ins(%i, %i : memref<4xi32>, memref<4xi32>) outs(%i : memref<4xi32>)
  linalg.elementwise kind=#linalg.elementwise_kind<powf> ins(%a, %a : memref<8x16xf32>, memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<select> {foo = 1 : i32} ins(%c, %i, %i : memref<4xi1>, memref<4xi32>, memref<4xi32>) outs(%i : memref<4xi32>)
  linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%b : memref<16x8xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%v, %a : memref<16xf32>, memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>] ins(%s : f32) outs(%z : memref<f32>)
  return
}
func.func @contract(%a: memref<8x16xf32>, %b: memref<16x8xf32>, %m: memref<?x?xf32>, %i: memref<4xi32>, %c: memref<4x4xf32>, %z: memref<f32>, %t: memref<4x5x6xf16>, %u: memref<6x7x5x4xf16>, %v: memref<4x7x4xf32>) {
  linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : memref<8x16xf32>, memref<16x8xf32>) outs(%m : memref<?x?xf32>)
  linalg.contract indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>] {cast = #linalg.type_fn<cast_unsigned>} ins(%i, %i : memref<4xi32>, memref<4xi32>) outs(%z : memref<f32>)
  linalg.contract indexing_maps = [affine_map<(a, b, c, d, e) -> (a, d, e)>, affine_map<(a, b, c, d, e) -> (e, b, d, c)>, affine_map<(a, b, c, d, e) -> (c, b, a)>] {foo} ins(%t, %u : memref<4x5x6xf16>, memref<6x7x5x4xf16>) outs(%v : memref<4x7x4xf32>)
  return
}
func.func @products(%a: memref<7x8x9xf32>, %b: memref<7x9x8xf32>, %c: memref<8x8xf32>, %d: memref<9x8xf32>, %e: memref<7x8x9xbf16>, %f: memref<7x9x8xbf16>, %k: memref<9xf32>, %l: memref<7x9xf32>) {
  linalg.batch_reduce_matmul ins(%a, %b : memref<7x8x9xf32>, memref<7x9x8xf32>) outs(%c : memref<8x8xf32>)
  linalg.batch_reduce_matmul {foo} ins(%e, %f : memref<7x8x9xbf16>, memref<7x9x8xbf16>) outs(%c : memref<8x8xf32>)
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>] ins(%a, %d : memref<7x8x9xf32>, memref<9x8xf32>) outs(%c : memref<8x8xf32>)
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>] ins(%l, %b : memref<7x9xf32>, memref<7x9x8xf32>) outs(%c : memref<8x8xf32>)
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>] ins(%k, %b : memref<9xf32>, memref<7x9x8xf32>) outs(%c : memref<8x8xf32>)
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%k, %d : memref<9xf32>, memref<9x8xf32>) outs(%c : memref<8x8xf32>)
  return
}
func.func @quantized_matmul(%a: memref<?x?xi8>, %b: memref<?x?xi8>, %c: memref<?x?xi32>, %z: i32) {
  linalg.quantized_matmul ins(%a, %b, %z, %z : memref<?x?xi8>, memref<?x?xi8>, i32, i32) outs(%c : memref<?x?xi32>)
  return
}
func.func @quantized_batch_matmul(%a: memref<?x?x?xi8>, %b: memref<?x?x?xi8>, %c: memref<?x?x?xi32>, %z: i32) {
  linalg.quantized_batch_matmul ins(%a, %b, %z, %z : memref<?x?x?xi8>, memref<?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?xi32>)
  return
}
func.func @conv_2d_nchw_fchw_q(%a: memref<?x?x?x?xi8>, %b: memref<?x?x?x?xi8>, %c: memref<?x?x?x?xi32>, %z: i32) {
  linalg.conv_2d_nchw_fchw_q ins(%a, %b, %z, %z : memref<?x?x?x?xi8>, memref<?x?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?x?xi32>)
  return
}
func.func @conv_2d_ngchw_gfchw_q(%a: memref<?x?x?x?x?xi8>, %b: memref<?x?x?x?x?xi8>, %c: memref<?x?x?x?x?xi32>, %z: i32) {
  linalg.conv_2d_ngchw_gfchw_q ins(%a, %b, %z, %z : memref<?x?x?x?x?xi8>, memref<?x?x?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?x?x?xi32>)
  return
}
func.func @conv_2d_nhwc_fhwc_q(%a: memref<?x?x?x?xi8>, %b: memref<?x?x?x?xi8>, %c: memref<?x?x?x?xi32>, %z: i32) {
  linalg.conv_2d_nhwc_fhwc_q ins(%a, %b, %z, %z : memref<?x?x?x?xi8>, memref<?x?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?x?xi32>)
  return
}
func.func @conv_2d_nhwc_hwcf_q(%a: memref<?x?x?x?xi8>, %b: memref<?x?x?x?xi8>, %c: memref<?x?x?x?xi32>, %z: i32) {
  linalg.conv_2d_nhwc_hwcf_q ins(%a, %b, %z, %z : memref<?x?x?x?xi8>, memref<?x?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?x?xi32>)
  return
}
func.func @conv_2d_nhwgc_gfhwc_q(%a: memref<?x?x?x?x?xi8>, %b: memref<?x?x?x?x?xi8>, %c: memref<?x?x?x?x?xi32>, %z: i32) {
  linalg.conv_2d_nhwgc_gfhwc_q ins(%a, %b, %z, %z : memref<?x?x?x?x?xi8>, memref<?x?x?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?x?x?xi32>)
  return
}
func.func @conv_3d_ndhwc_dhwcf_q(%a: memref<?x?x?x?x?xi8>, %b: memref<?x?x?x?x?xi8>, %c: memref<?x?x?x?x?xi32>, %z: i32) {
  linalg.conv_3d_ndhwc_dhwcf_q ins(%a, %b, %z, %z : memref<?x?x?x?x?xi8>, memref<?x?x?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?x?x?xi32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwc_q(%a: memref<?x?x?x?xi8>, %b: memref<?x?x?xi8>, %c: memref<?x?x?x?xi32>, %z: i32) {
  linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a, %b, %z, %z : memref<?x?x?x?xi8>, memref<?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?x?xi32>)
  return
}
func.func @depthwise_conv_2d_nhwc_hwcm_q(%a: memref<?x?x?x?xi8>, %b: memref<?x?x?x?xi8>, %c: memref<?x?x?x?x?xi32>, %z: i32) {
  linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%a, %b, %z, %z : memref<?x?x?x?xi8>, memref<?x?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?x?x?xi32>)
  return
}
