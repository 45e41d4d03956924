// RUN: --expand-strided-metadata

// Which of several dimensions of one element are left out, by the strides.
func.func @c(%m: memref<?x?x?xf32>, %i: index) -> memref<1x4xf32, strided<[?, 1], offset: ?>> {
  %s = memref.subview %m[%i,%i,0][1,1,4][1,1,1] : memref<?x?x?xf32> to memref<1x4xf32, strided<[?, 1], offset: ?>>
  return %s : memref<1x4xf32, strided<[?, 1], offset: ?>> }
func.func @d(%m: memref<16x?xf32>) -> memref<1xf32, strided<[1], offset: ?>> {
  %s = memref.subview %m[1, 1][1, 1][1, 1] : memref<16x?xf32> to memref<1xf32, strided<[1], offset: ?>>
  return %s : memref<1xf32, strided<[1], offset: ?>> }
func.func @e(%m: memref<16x4x?xf32, strided<[?,?,?]>>) -> memref<1xf32, strided<[?], offset: ?>> {
  %s = memref.subview %m[1, 1,1][1, 1,1][1, 1,1] : memref<16x4x?xf32, strided<[?,?,?]>> to memref<1xf32, strided<[?], offset: ?>>
  return %s : memref<1xf32, strided<[?], offset: ?>> }
