// RUN: --memref-expand

func.func @open(%m: memref<?xf32>, %shape: memref<3xindex>) -> memref<?x?x?xf32> {
  %0 = memref.reshape %m(%shape) : (memref<?xf32>, memref<3xindex>) -> memref<?x?x?xf32>
  return %0 : memref<?x?x?xf32>
}

func.func @mixed(%m: memref<?xf32>, %shape: memref<3xi32>) -> (memref<?x2x?xf32>, memref<?x?x4xf32>) {
  %0 = memref.reshape %m(%shape) : (memref<?xf32>, memref<3xi32>) -> memref<?x2x?xf32>
  %1 = memref.reshape %m(%shape) : (memref<?xf32>, memref<3xi32>) -> memref<?x?x4xf32>
  return %0, %1 : memref<?x2x?xf32>, memref<?x?x4xf32>
}

func.func @known(%m: memref<10xf32>, %shape: memref<2xindex>) -> memref<2x5xf32> {
  %0 = memref.reshape %m(%shape) : (memref<10xf32>, memref<2xindex>) -> memref<2x5xf32>
  return %0 : memref<2x5xf32>
}

// The rank of the result is not known.
func.func @kept(%m: memref<10xf32>, %shape: memref<?xindex>) -> memref<*xf32> {
  %0 = memref.reshape %m(%shape) : (memref<10xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
}
