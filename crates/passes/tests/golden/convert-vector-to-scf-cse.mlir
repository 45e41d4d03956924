// RUN: --convert-vector-to-scf --cse
// Accesses to whole buffers do not say that they are not non-temporal; those to rows do.
func.func @rows(%m: memref<10x10xf32>, %i: index, %p: f32, %mask: vector<4x4xi1>) -> vector<4x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p, %mask : memref<10x10xf32>, vector<4x4xf32>
  vector.transfer_write %0, %m[%i, %i] : vector<4x4xf32>, memref<10x10xf32>
  return %0 : vector<4x4xf32>
}
