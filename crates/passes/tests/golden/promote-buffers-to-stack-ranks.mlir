// RUN: --promote-buffers-to-stack=max-rank-of-allocated-memref=2

func.func @ranks(%m: memref<*xf32>, %n: index) {
  %0 = memref.rank %m : memref<*xf32>
  %1 = memref.alloc(%0, %0) : memref<?x?xf32>
  %2 = memref.alloc(%0, %0, %0) : memref<?x?x?xf32>
  %3 = memref.alloc(%0, %n) : memref<?x?xf32>
  return
}
