// RUN: --promote-buffers-to-stack
// Unlike MLIR: memory that is returned by another name stays on the heap.

func.func @returned(%other: memref<4xf32>) -> memref<4xf32> {
  %memory = memref.alloc() : memref<4xf32>
  %objects:2 = memref.distinct_objects %other, %memory : memref<4xf32>, memref<4xf32>
  return %objects#1 : memref<4xf32>
}
