// RUN: --expand-strided-metadata

func.func @parts(%m: memref<8x8xf32>, %n: index) -> (memref<2x2xf32, strided<[8, 1], offset: 10>>, memref<?x2xf32, strided<[8, 1]>>, memref<2xf32, strided<[16], offset: 3>>) {
  %0 = memref.subview %m[1, 2] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: 10>>
  %1 = memref.subview %m[0, 0] [%n, 2] [1, 1] : memref<8x8xf32> to memref<?x2xf32, strided<[8, 1]>>
  %2 = memref.subview %m[0, 3] [2, 1] [2, 1] : memref<8x8xf32> to memref<2xf32, strided<[16], offset: 3>>
  return %0, %1, %2 : memref<2x2xf32, strided<[8, 1], offset: 10>>, memref<?x2xf32, strided<[8, 1]>>, memref<2xf32, strided<[16], offset: 3>>
}

func.func @part_of_part(%m: memref<8x8xf32>) -> memref<2x2xf32, strided<[8, 1], offset: 8>> {
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  %1 = memref.subview %0[1, 0] [2, 2] [1, 1] : memref<4x4xf32, strided<[8, 1]>> to memref<2x2xf32, strided<[8, 1], offset: 8>>
  return %1 : memref<2x2xf32, strided<[8, 1], offset: 8>>
}

func.func @reshaped(%m: memref<8x8xf32>) -> memref<4x16xf32> {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [4, 16] : memref<64xf32> into memref<4x16xf32>
  return %1 : memref<4x16xf32>
}

func.func @folded(%x: i32) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.addi %x, %0 : i32
  %3 = arith.addi %2, %1 : i32
  return %3 : i32
}
