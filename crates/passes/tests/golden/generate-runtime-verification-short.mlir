// RUN: --generate-runtime-verification=verbose-level=0

func.func @short(%m: memref<?x4xf32>, %i: index, %v: f32) {
  memref.store %v, %m[%i, %i] : memref<?x4xf32>
  return
}
