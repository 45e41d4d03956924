// RUN: --convert-strided-copies-to-linalg
// Unlike MLIR: it has no such pass.
func.func @into_part_of_new_memory(%from: memref<4x?xf32>, %n: index, %i: index) -> memref<8x?xf32> {
  %new = memref.alloc(%n) : memref<8x?xf32>
  %part = memref.subview %new[%i, 0] [4, %n] [2, 1] : memref<8x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  memref.copy %from, %part : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  return %new : memref<8x?xf32>
}
func.func @one_element(%from: memref<f64, strided<[], offset: ?>>) -> memref<f64> {
  %new = memref.alloca() : memref<f64>
  memref.copy %from, %new : memref<f64, strided<[], offset: ?>> to memref<f64>
  return %new : memref<f64>
}
// No gaps.
func.func @dense(%from: memref<4x8xf32, strided<[8, 1], offset: 32>>) -> memref<4x8xf32> {
  %new = memref.alloc() : memref<4x8xf32>
  memref.copy %from, %new : memref<4x8xf32, strided<[8, 1], offset: 32>> to memref<4x8xf32>
  return %new : memref<4x8xf32>
}
// These may overlap.
func.func @of_the_caller(%from: memref<?xf32, strided<[2]>>, %to: memref<?xf32, strided<[3]>>) {
  memref.copy %from, %to : memref<?xf32, strided<[2]>> to memref<?xf32, strided<[3]>>
  return
}
func.func @of_one_memory(%n: index) -> memref<?xf32> {
  %c8 = arith.constant 8 : index
  %new = memref.alloc(%c8) : memref<?xf32>
  %first = memref.subview %new[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %second = memref.subview %new[%n] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  memref.copy %second, %first : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  return %new : memref<?xf32>
}
// Structured ops do not work on vectors, nor on memory of unknown rank.
func.func @other_elements(%from: memref<4xvector<2xf32>, strided<[2]>>, %any: memref<*xf32>) -> memref<4xvector<2xf32>> {
  %new = memref.alloc() : memref<4xvector<2xf32>>
  memref.copy %from, %new : memref<4xvector<2xf32>, strided<[2]>> to memref<4xvector<2xf32>>
  %other = memref.alloc() : memref<4xf32>
  memref.copy %any, %other : memref<*xf32> to memref<4xf32>
  return %new : memref<4xvector<2xf32>>
}
