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

memref.global "private" constant @numbers : memref<4x5xf32> = dense<1.0>
func.func @global() -> (index, index, index, index, index, memref<f32>) {
  %m = memref.get_global @numbers : memref<4x5xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x5xf32> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %s#1, %t#0, %t#1, %b : index, index, index, index, index, memref<f32>
}
