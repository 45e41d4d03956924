// RUN: --convert-to-llvm

func.func @f(%m: memref<4x2xf32>, %s: memref<1xi64>, %t: memref<1xindex>) -> (memref<?xf32>, memref<?xf32>) {
  %0 = memref.reshape %m(%s) : (memref<4x2xf32>, memref<1xi64>) -> memref<?xf32>
  %1 = memref.reshape %m(%t) : (memref<4x2xf32>, memref<1xindex>) -> memref<?xf32>
  return %0, %1 : memref<?xf32>, memref<?xf32>
}
