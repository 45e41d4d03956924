// RUN: builtin.module(linalg-collapse-contiguous-dims)
// Unlike MLIR: it has no such pass.
#id = affine_map<(i, j, k) -> (i, j, k)>
#row = affine_map<(i, j, k) -> (j, k)>
#last = affine_map<(i, j, k) -> (k)>
#scalar = affine_map<(i, j, k) -> ()>
#turned = affine_map<(i, j, k) -> (j, i, k)>
func.func @all(%a: memref<?x4x?xf32>, %s: f32) {
  linalg.generic {indexing_maps = [#id, #scalar, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %s : memref<?x4x?xf32>, f32) outs(%a : memref<?x4x?xf32>) attrs = {test.kept} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @inner_dims(%a: memref<?x?x?xf32>, %row: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%row : memref<?x?xf32>) outs(%a : memref<?x?x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @outer_dims(%a: memref<2x3x?xf32>, %last: memref<?xf32>) {
  linalg.generic {indexing_maps = [#last, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%last : memref<?xf32>) outs(%a : memref<2x3x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @parts(%a: memref<?x4x8xf32, strided<[64, 16, 1], offset: ?>>, %b: memref<?x4x8xf32, strided<[32, 8, 1], offset: ?>>) {
  linalg.copy ins(%a : memref<?x4x8xf32, strided<[64, 16, 1], offset: ?>>) outs(%b : memref<?x4x8xf32, strided<[32, 8, 1], offset: ?>>)
  linalg.exp ins(%b : memref<?x4x8xf32, strided<[32, 8, 1], offset: ?>>) outs(%b : memref<?x4x8xf32, strided<[32, 8, 1], offset: ?>>)
  return
}
func.func @named(%a: memref<?x?xf32>, %s: f32) {
  linalg.fill ins(%s : f32) outs(%a : memref<?x?xf32>)
  linalg.map { arith.addf } ins(%a, %a : memref<?x?xf32>, memref<?x?xf32>) outs(%a : memref<?x?xf32>)
  return
}
func.func @diagonal(%a: memref<?x?xf32>, %b: memref<?x?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, i)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<?x?xf32>) outs(%b : memref<?x?x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
// Reductions: parallel loops are merged with each other, and loops that reduce with each other. The filter of a convolution has a
// single point, or more.
func.func @reduction(%a: memref<?x?x?xf32>, %sums: memref<?x?xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<?x?x?xf32>) outs(%sums : memref<?x?xf32>) dimensions = [2]
  return
}
func.func @reductions(%a: memref<8x16x32xf32>, %sums: memref<8xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<8x16x32xf32>) outs(%sums : memref<8xf32>) dimensions = [1, 2]
  return
}
func.func @points(%image: memref<1x16x8x64xf32>, %filter: memref<8x16x1x1xf32>, %out: memref<1x8x8x64xf32>) {
  linalg.conv_2d_nchw_fchw ins(%image, %filter : memref<1x16x8x64xf32>, memref<8x16x1x1xf32>) outs(%out : memref<1x8x8x64xf32>)
  return
}
// A window of one point that does not use the whole image, and one that is used once.
func.func @part(%image: memref<1x16x10x66xf32>, %filter: memref<8x16x1x1xf32>, %out: memref<1x8x8x64xf32>) {
  linalg.conv_2d_nchw_fchw ins(%image, %filter : memref<1x16x10x66xf32>, memref<8x16x1x1xf32>) outs(%out : memref<1x8x8x64xf32>)
  return
}
func.func @once(%image: memref<1x16x4x4xf32>, %filter: memref<8x16x3x3xf32>, %out: memref<1x8x1x1xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
    ins(%image, %filter : memref<1x16x4x4xf32>, memref<8x16x3x3xf32>) outs(%out : memref<1x8x1x1xf32>)
  return
}
func.func @windows(%image: memref<1x16x10x66xf32>, %filter: memref<8x16x3x3xf32>, %out: memref<1x8x8x64xf32>) {
  linalg.conv_2d_nchw_fchw ins(%image, %filter : memref<1x16x10x66xf32>, memref<8x16x3x3xf32>) outs(%out : memref<1x8x8x64xf32>)
  return
}
// These stay as they are: other orders, indices, places that are sums, unknown strides.
func.func @turned(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>) {
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<?x?x?xf32>) outs(%b : memref<?x?x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @indices(%a: memref<?x?x?xindex>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]} outs(%a : memref<?x?x?xindex>) {
  ^bb0(%z: index):
    %0 = linalg.index 1 : index
    linalg.yield %0 : index
  }
  return
}
func.func @sums(%a: memref<?xf32>, %b: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?xf32>) outs(%b : memref<?x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @strides(%a: memref<?x?xf32, strided<[?, 1]>>, %s: f32) {
  linalg.fill ins(%s : f32) outs(%a : memref<?x?xf32, strided<[?, 1]>>)
  return
}

// A dimension of one element follows on any other one, but what is inside does not: only the outer two become one.
func.func @one_row_in_each(%a: memref<2x1x?xi32, strided<[100, 7, 1]>>, %b: memref<2x1x?xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<2x1x?xi32, strided<[100, 7, 1]>>) outs(%b : memref<2x1x?xi32>) {
  ^bb0(%x: i32, %old: i32):
    linalg.yield %x : i32
  }
  return
}
