// RUN: --convert-vector-to-scf
// Unlike MLIR: masks have the dimensions of memory, in their order.

func.func @read(%m: memref<?x?x?xi32>, %k: vector<2x4xi1>, %pad: i32) -> vector<4x2xi32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0, %c0], %pad, %k {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0)>}
    : memref<?x?x?xi32>, vector<4x2xi32>
  return %0 : vector<4x2xi32>
}
func.func @repeated(%m: memref<?x?x?xi32>, %k: vector<2x4xi1>, %pad: i32) -> vector<4x3x2xi32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0, %c0], %pad, %k
    {permutation_map = affine_map<(d0, d1, d2) -> (d1, 0, d0)>, in_bounds = [true, true, true]} : memref<?x?x?xi32>, vector<4x3x2xi32>
  return %0 : vector<4x3x2xi32>
}
func.func @write(%m: memref<?x?x?xi32>, %k: vector<2x4xi1>, %v: vector<2x4xi32>) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %m[%c0, %c0, %c0], %k {permutation_map = affine_map<(d0, d1, d2) -> (d0, d2)>}
    : vector<2x4xi32>, memref<?x?x?xi32>
  return
}
