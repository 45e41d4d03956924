// RUN: --bufferization-lower-deallocations
func.func @one(%a: memref<2xf32>, %c: i1) {
  bufferization.dealloc (%a : memref<2xf32>) if (%c)
  return
}
func.func @empty(%a: memref<2xf32>) -> i1 {
  %0 = bufferization.dealloc retain (%a : memref<2xf32>)
  return %0 : i1
}
func.func @one_ret(%a: memref<2xf32>, %c: i1, %r: memref<?xf32>, %r2: memref<*xf32>) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%r, %r2 : memref<?xf32>, memref<*xf32>)
  return %0#0, %0#1 : i1, i1
}
func.func @gen(%a: memref<2xf32>, %b: memref<5xf32>, %c: i1, %d: i1, %r: memref<?xf32>, %r2: memref<1xf32>) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<5xf32>) if (%c, %d) retain (%r, %r2 : memref<?xf32>, memref<1xf32>)
  return %0#0, %0#1 : i1, i1
}
func.func @noret(%a: memref<2xf32>, %b: memref<5xf32>, %c: i1, %d: i1) {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<5xf32>) if (%c, %d)
  return
}
func.func @space(%a: memref<2xf32, 1>, %b: memref<*xf32>, %c: i1, %d: i1) {
  bufferization.dealloc (%a, %b : memref<2xf32, 1>, memref<*xf32>) if (%c, %d)
  return
}
func.func private @dealloc_helper()
func.func @taken(%a: memref<2xf32>, %b: memref<5xf32>, %c: i1, %d: i1) {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<5xf32>) if (%c, %d)
  return
}
module {
func.func private @dealloc_helper()
func.func @nested(%a: memref<2xf32>, %b: memref<5xf32>, %c: i1, %d: i1) {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<5xf32>) if (%c, %d)
  return
}
}
