// RUN: --bufferization-lower-deallocations=inline-comparisons=true
// Unlike MLIR: it has no such option.

func.func @none(%m: memref<4xf32>) -> i1 {
  %0 = bufferization.dealloc retain (%m : memref<4xf32>)
  return %0 : i1
}
func.func @one(%m: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  return
}
func.func @two(%a: memref<4xf32>, %b: memref<4xf32>, %r: memref<?xf32>, %c: i1, %d: i1) -> i1 {
  %0 = bufferization.dealloc (%a, %b : memref<4xf32>, memref<4xf32>) if (%c, %d) retain (%r : memref<?xf32>)
  return %0 : i1
}
func.func @many(%m: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%m, %m, %m, %m, %m, %m, %m, %m, %m : memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>,
    memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>) if (%c, %c, %c, %c, %c, %c, %c, %c, %c)
  return
}
