// RUN: --fold-memref-alias-ops
// Unlike MLIR: rows of a view that are not such of its source are not taken from there, an op under a mask stays the only one, and an offset that a type leaves open stays open.

func.func @rows(%m: memref<12x32xf32>, %i: index, %f: f32) -> (vector<2x4xf32>, vector<2x4xf32>, vector<8xf32>, vector<4x1xf32>) {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [3, 4, 8, 4] : memref<12x32xf32> into memref<3x4x8x4xf32>
  %1 = vector.transfer_read %0[%i, %i, %i, %i], %f {in_bounds = [true, true]} : memref<3x4x8x4xf32>, vector<2x4xf32>
  %2 = vector.load %0[%i, %i, %i, %i] : memref<3x4x8x4xf32>, vector<2x4xf32>
  %3 = vector.transfer_read %0[%i, %i, %i, %i], %f : memref<3x4x8x4xf32>, vector<8xf32>
  %4 = memref.expand_shape %m [[0], [1, 2]] output_shape [12, 32, 1] : memref<12x32xf32> into memref<12x32x1xf32>
  %5 = vector.transfer_read %4[%i, %i, %i], %f {in_bounds = [true, true]} : memref<12x32x1xf32>, vector<4x1xf32>
  return %1, %2, %3, %5 : vector<2x4xf32>, vector<2x4xf32>, vector<8xf32>, vector<4x1xf32>
}

func.func @steps(%m: memref<12x32xf32>, %n: memref<4x1x8xf32>, %k: memref<6x2x4xf32>, %i: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<3x8xf32>) {
  %0 = memref.subview %m[0, 0] [4, 4] [2, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[64, 1]>>
  %1 = vector.load %0[%i, %i] : memref<4x4xf32, strided<[64, 1]>>, vector<2x4xf32>
  %2 = memref.subview %n[0, 0, 0] [4, 1, 8] [1, 1, 1] : memref<4x1x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %3 = vector.load %2[%i, %i] : memref<4x8xf32, strided<[8, 1]>>, vector<2x4xf32>
  %4 = memref.collapse_shape %k [[0], [1, 2]] : memref<6x2x4xf32> into memref<6x8xf32>
  %5 = vector.load %4[%i, %i] : memref<6x8xf32>, vector<3x8xf32>
  return %1, %3, %5 : vector<2x4xf32>, vector<2x4xf32>, vector<3x8xf32>
}

func.func @masked(%m: memref<12x32xf32>, %a: index, %i: index, %f: f32, %mask: vector<4xi1>) -> vector<4xf32> {
  %0 = memref.subview %m[%a, 0] [4, 4] [1, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>
  %1 = vector.mask %mask { vector.transfer_read %0[%i, %i], %f {in_bounds = [true]} : memref<4x4xf32, strided<[32, 1], offset: ?>>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %1 : vector<4xf32>
}

func.func @open_offset(%m: memref<12x32xf32>) -> memref<2x2xf32, strided<[32, 1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[%c1, 0] [4, 4] [1, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>
  %1 = memref.subview %0[1, 0] [2, 2] [1, 1] : memref<4x4xf32, strided<[32, 1], offset: ?>> to memref<2x2xf32, strided<[32, 1], offset: ?>>
  return %1 : memref<2x2xf32, strided<[32, 1], offset: ?>>
}

func.func @open_stride(%m: memref<12x32xf32>, %a: index) -> memref<2x2xf32, strided<[32, ?], offset: ?>> {
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[%a, 0] [4, 4] [1, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>
  %1 = memref.subview %0[1, 0] [2, 2] [1, %c1] : memref<4x4xf32, strided<[32, 1], offset: ?>> to memref<2x2xf32, strided<[32, ?], offset: ?>>
  return %1 : memref<2x2xf32, strided<[32, ?], offset: ?>>
}

func.func @out_of_bounds(%m: memref<12x32xf32>, %n: index) -> memref<4x4xf32, strided<[32, 1], offset: 320>> {
  %0 = memref.subview %m[0, 0] [%n, 4] [1, 1] : memref<12x32xf32> to memref<?x4xf32, strided<[32, 1]>>
  %1 = memref.subview %0[10, 0] [4, 4] [1, 1] : memref<?x4xf32, strided<[32, 1]>> to memref<4x4xf32, strided<[32, 1], offset: 320>>
  return %1 : memref<4x4xf32, strided<[32, 1], offset: 320>>
}
