// RUN: --flatten-memref
func.func @static(%m: memref<4x8xf32>, %i: index, %j: index) -> f32 {
  %c2 = arith.constant 2 : index
  %0 = memref.load %m[%i, %j] : memref<4x8xf32>
  memref.store %0, %m[%c2, %c2] {nontemporal = true} : memref<4x8xf32>
  return %0 : f32
}
func.func @open(%m: memref<?x4x?xi8, 2>, %n: memref<?x4xi8, strided<[?, ?], offset: ?>>, %i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
  %1 = memref.load %m[%0, %i, %i] {foo} : memref<?x4x?xi8, 2>
  memref.store %1, %n[%i, %0] : memref<?x4xi8, strided<[?, ?], offset: ?>>
  return
}
func.func @new(%i: index) -> memref<4x8xf32> {
  %0 = memref.alloca() {alignment = 64 : i64} : memref<2x3x4xf32, strided<[16, 4, 1]>>
  %1 = memref.alloc() : memref<4x8xf32>
  %2 = memref.load %0[%i, %i, %i] : memref<2x3x4xf32, strided<[16, 4, 1]>>
  memref.store %2, %1[%i, %i] : memref<4x8xf32>
  return %1 : memref<4x8xf32>
}
func.func @vectors(%m: memref<4x8xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>, %c: f32) {
  %0 = vector.load %m[%i, %i] : memref<4x8xf32>, vector<4xf32>
  vector.store %0, %m[%i, %i] : memref<4x8xf32>, vector<4xf32>
  %1 = vector.maskedload %m[%i, %i], %mask, %v : memref<4x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %1 : memref<4x8xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %c {in_bounds = [true]} : memref<4x8xf32>, vector<4xf32>
  vector.transfer_write %2, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<4x8xf32>
  %3 = vector.transfer_read %m[%i, %i], %c : memref<4x8xf32>, vector<4xf32>
  vector.transfer_write %3, %m[%i, %i] {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<4x8xf32>
  return
}
// One dimension, none, and layouts that are not strided.
func.func @others(%a: memref<8xf32>, %b: memref<f32>, %c: memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>, %i: index) {
  %0 = memref.load %a[%i] : memref<8xf32>
  memref.store %0, %b[] : memref<f32>
  memref.store %0, %c[%i, %i] : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return
}
