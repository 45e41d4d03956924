// RUN: --mlir-print-debuginfo --mlir-print-local-scope --cse

func.func @loops(%m: memref<?xindex>, %x: f32) -> f32 {
  affine.for %i = 0 to 4 {
    affine.store %i, %m[%i] : memref<?xindex>
  }
  %y = affine.for %i = 0 to 4 iter_args(%s = %x) -> f32 {
    %t = arith.addf %s, %x : f32
    affine.yield %t : f32
  }
  return %y : f32
}
