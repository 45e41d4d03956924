// RUN: --canonicalize

// Constants become part of a view unless it would leave its memory then.
func.func @a(%m: memref<4xf32>) -> memref<4xf32, strided<[1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[%c1][4][1] : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %s : memref<4xf32, strided<[1], offset: ?>> }
func.func @b(%m: memref<4xf32>) -> memref<?xf32, strided<[1], offset: 0>> {
  %c5 = arith.constant 5 : index
  %s = memref.subview %m[0][%c5][1] : memref<4xf32> to memref<?xf32, strided<[1], offset: 0>>
  return %s : memref<?xf32, strided<[1], offset: 0>> }
func.func @c(%m: memref<10xf32>) -> memref<1xf32, strided<[?], offset: 1>> {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[1][1][%c0] : memref<10xf32> to memref<1xf32, strided<[?], offset: 1>>
  return %s : memref<1xf32, strided<[?], offset: 1>> }
func.func @d(%m: memref<10xf32>) -> memref<1xf32, strided<[?], offset: 1>> {
  %c0 = arith.constant 0 : index
  %s = memref.reinterpret_cast %m to offset: [1], sizes: [1], strides: [%c0] : memref<10xf32> to memref<1xf32, strided<[?], offset: 1>>
  return %s : memref<1xf32, strided<[?], offset: 1>> }
func.func @e(%m: memref<10xf32>) -> memref<1xf32, strided<[?], offset: 1>> {
  %c0 = arith.constant -2 : index
  %s = memref.subview %m[1][1][%c0] : memref<10xf32> to memref<1xf32, strided<[?], offset: 1>>
  return %s : memref<1xf32, strided<[?], offset: 1>> }
func.func @f(%m: memref<1x?xf32>) -> memref<?xf32, strided<[?]>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[0,%c0][1,1][1,%c1] : memref<1x?xf32> to memref<1xf32, strided<[?], offset: ?>>
  %t = memref.cast %s : memref<1xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?]>>
  return %t : memref<?xf32, strided<[?]>> }
