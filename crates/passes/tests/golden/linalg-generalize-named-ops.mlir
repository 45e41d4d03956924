// RUN: --linalg-generalize-named-ops

func.func @named(%a: memref<4x8xf32>, %b: memref<8x3xf32>, %c: memref<4x3xf32>, %f: f32, %v: memref<8xf32>, %s: memref<f32>, %o: memref<4xf32>, %t: memref<8x4xf32>) {
  linalg.fill ins(%f : f32) outs(%c : memref<4x3xf32>)
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x3xf32>) outs(%c : memref<4x3xf32>)
  linalg.matvec {note = 1} ins(%a, %v : memref<4x8xf32>, memref<8xf32>) outs(%o : memref<4xf32>)
  linalg.dot ins(%v, %v : memref<8xf32>, memref<8xf32>) outs(%s : memref<f32>)
  linalg.copy ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.exp ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.map { arith.addf } ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.reduce { arith.addf } ins(%a : memref<4x8xf32>) outs(%o : memref<4xf32>) dimensions = [1]
  linalg.transpose ins(%a : memref<4x8xf32>) outs(%t : memref<8x4xf32>) permutation = [1, 0]
  linalg.broadcast ins(%v : memref<8xf32>) outs(%a : memref<4x8xf32>) dimensions = [0]
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%v : memref<8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %f : f32
  }
  return
}
func.func @windows(%image: memref<1x10x10x3xf32>, %filter: memref<3x3x3x4xf32>, %out: memref<1x8x8x4xf32>, %max: memref<1x8x8x3xf32>, %window: memref<3x3xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%image, %filter : memref<1x10x10x3xf32>, memref<3x3x3x4xf32>) outs(%out : memref<1x8x8x4xf32>)
  linalg.pooling_nhwc_max ins(%image, %window : memref<1x10x10x3xf32>, memref<3x3xf32>) outs(%max : memref<1x8x8x3xf32>)
  return
}
func.func @tensors(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>, %c: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x3xf32>) outs(%c : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
