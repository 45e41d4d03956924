// RUN: --finalize-memref-to-llvm=index-bitwidth=32
// Rows that follow each other are copied as bytes, from whatever index on; descriptors on the stack are counted in 64 bits.
func.func @e(%a: memref<?xf32, strided<[1]>>, %b: memref<?xf32>) {
  memref.copy %a, %b : memref<?xf32, strided<[1]>> to memref<?xf32>
  return }
func.func @g(%a: memref<?x4xf32, strided<[4, 1], offset: ?>>, %b: memref<?x4xf32>) {
  memref.copy %a, %b : memref<?x4xf32, strided<[4, 1], offset: ?>> to memref<?x4xf32>
  return }
func.func @h(%a: memref<4x?xf32, strided<[?, 1], offset: ?>>, %b: memref<4x?xf32>) {
  memref.copy %a, %b : memref<4x?xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32>
  return }
func.func @i(%a: memref<4x8xf32, strided<[8, 1], offset: 3>>, %b: memref<4x8xf32, strided<[8, 1], offset: ?>>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[8, 1], offset: 3>> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  return }
func.func @j(%a: memref<1x?xf32, strided<[7, 1]>>, %b: memref<?x8xf32, strided<[8,1]>>, %c: memref<?x?xf32, strided<[?, 1]>>) {
  memref.copy %a, %a : memref<1x?xf32, strided<[7, 1]>> to memref<1x?xf32, strided<[7, 1]>>
  memref.copy %b, %b : memref<?x8xf32, strided<[8,1]>> to memref<?x8xf32, strided<[8,1]>>
  memref.copy %c, %c : memref<?x?xf32, strided<[?,1]>> to memref<?x?xf32, strided<[?,1]>>
  return }
