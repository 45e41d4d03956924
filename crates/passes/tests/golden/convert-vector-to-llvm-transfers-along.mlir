// RUN: --convert-vector-to-llvm
// Unlike MLIR: what is in bounds is told by the dimension that the vector lies along. MLIR takes the last one.

func.func @column(%m: memref<?x8xi32>, %i: index, %pad: i32, %v: vector<4xi32>) -> vector<4xi32> {
  %r = vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(a, b) -> (a)>, in_bounds = [false]}
    : memref<?x8xi32>, vector<4xi32>
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(a, b) -> (a)>, in_bounds = [false]}
    : vector<4xi32>, memref<?x8xi32>
  return %r : vector<4xi32>
}
