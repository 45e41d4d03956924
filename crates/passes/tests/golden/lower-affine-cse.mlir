// RUN: --lower-affine --cse
// Lowered accesses say that they are not non-temporal. Those that do not say it are others to CSE, as in MLIR.
func.func @loads(%m: memref<10xf32>, %i: index) -> (f32, f32, f32, vector<4xf32>, vector<4xf32>) {
  %0 = affine.load %m[%i] : memref<10xf32>
  %1 = memref.load %m[%i] : memref<10xf32>
  %2 = memref.load %m[%i] {nontemporal = false} : memref<10xf32>
  %3 = affine.vector_load %m[%i] : memref<10xf32>, vector<4xf32>
  %4 = vector.load %m[%i] : memref<10xf32>, vector<4xf32>
  return %0, %1, %2, %3, %4 : f32, f32, f32, vector<4xf32>, vector<4xf32>
}
