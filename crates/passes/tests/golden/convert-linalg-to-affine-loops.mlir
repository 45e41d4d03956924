// RUN: --convert-linalg-to-affine-loops
// Structured ops as affine loops.

func.func @batches(%a: memref<2x3x4xf32>, %b: memref<2x4x5xf32>, %c: memref<2x3x5xf32>, %v: memref<2x4xf32>, %w: memref<2x3xf32>, %p: memref<3x5xf32>, %cond: memref<2x3xi1>, %e: memref<3x2xf32>, %z: memref<3xf32>, %q: memref<2xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<2x3x4xf32>, memref<2x4x5xf32>) outs(%c : memref<2x3x5xf32>)
  linalg.batch_matvec ins(%a, %v : memref<2x3x4xf32>, memref<2x4xf32>) outs(%w : memref<2x3xf32>)
  linalg.batch_vecmat ins(%w, %a : memref<2x3xf32>, memref<2x3x4xf32>) outs(%v : memref<2x4xf32>)
  linalg.select ins(%cond, %w, %w : memref<2x3xi1>, memref<2x3xf32>, memref<2x3xf32>) outs(%w : memref<2x3xf32>)
  linalg.transpose ins(%w : memref<2x3xf32>) outs(%e : memref<3x2xf32>) permutation = [1, 0]
  linalg.broadcast ins(%z : memref<3xf32>) outs(%w : memref<2x3xf32>) dimensions = [0]
  linalg.reduce ins(%w : memref<2x3xf32>) outs(%q : memref<2xf32>) dimensions = [1] (%in: f32, %out: f32) { %0 = arith.addf %in, %out : f32  linalg.yield %0 : f32 }
  linalg.reduce { arith.addf } ins(%w : memref<2x3xf32>) outs(%q : memref<2xf32>) dimensions = [1]
  return
}
func.func @windows(%i: memref<1x8x8x3xf32>, %k: memref<3x3x3x4xf32>, %o: memref<1x3x3x4xf32>, %w: memref<3x3xf32>, %po: memref<1x3x3x3xf32>, %a: memref<8xf32>, %b: memref<3xf32>, %c: memref<6xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%i, %k : memref<1x8x8x3xf32>, memref<3x3x3x4xf32>) outs(%o : memref<1x3x3x4xf32>)
  linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<[2,2]> : tensor<2xi64>} ins(%i, %w : memref<1x8x8x3xf32>, memref<3x3xf32>) outs(%po : memref<1x3x3x3xf32>)
  linalg.conv_1d ins(%a, %b : memref<8xf32>, memref<3xf32>) outs(%c: memref<6xf32>)
  return
}
