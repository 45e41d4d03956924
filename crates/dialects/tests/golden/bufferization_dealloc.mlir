// Memory that is freed if nothing else needs it.
func.func @dealloc(%a: memref<2xf32>, %b: memref<4xi32>, %kept: memref<2xf32>, %c: i1, %d: i1) -> i1 {
  bufferization.dealloc (%b : memref<4xi32>) if (%c)
  %0 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<4xi32>) if (%c, %d) retain (%kept : memref<2xf32>)
  return %0 : i1
}
