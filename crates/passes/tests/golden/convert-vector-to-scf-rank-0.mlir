// RUN: --convert-vector-to-scf=target-rank=0
// Down to single elements.

func.func @read2(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<5x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<5x4xf32>
  return %0 : vector<5x4xf32>
}
func.func @write3(%m: memref<8x9x10xf32>, %v: vector<2x3x4xf32>, %i: index) {
  vector.transfer_write %v, %m[%i, %i, %i] {in_bounds = [true, true, true]} : vector<2x3x4xf32>, memref<8x9x10xf32>
  return
}
func.func @read1d(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<5xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<5xf32>
  return %0 : vector<5xf32>
}
func.func @write1d(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<5xf32>) {
  vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<5xf32>, memref<?x?xf32>
  return
}
func.func @transposed(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<5x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<5x4xf32>
  return %0 : vector<5x4xf32>
}
func.func @broadcast(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<5x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds = [true, false]} : memref<?x?xf32>, vector<5x4xf32>
  return %0 : vector<5x4xf32>
}
func.func @broadcast_inner(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<5x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (d0, 0)>, in_bounds = [false, true]} : memref<?x?xf32>, vector<5x4xf32>
  return %0 : vector<5x4xf32>
}
func.func @masked(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32, %mask: vector<5x4xi1>) -> vector<5x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p, %mask : memref<?x?xf32>, vector<5x4xf32>
  vector.transfer_write %0, %m[%i, %j], %mask : vector<5x4xf32>, memref<?x?xf32>
  return %0 : vector<5x4xf32>
}
func.func @loop(%m: memref<?x?xf32>, %p: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c8 {
    %0 = vector.transfer_read %m[%i, %c0], %p : memref<?x?xf32>, vector<2x4xf32>
    vector.transfer_write %0, %m[%c0, %i] : vector<2x4xf32>, memref<?x?xf32>
  }
  return
}
func.func @print(%v: vector<2x3xf32>, %w: vector<4xi7>, %u: vector<2xui8>, %z: vector<f32>, %s: f32, %x: vector<[4]xi32>) {
  vector.print %v : vector<2x3xf32>
  vector.print %w : vector<4xi7>
  vector.print %u : vector<2xui8>
  vector.print %z : vector<f32>
  vector.print %s : f32
  vector.print %x : vector<[4]xi32>
  vector.print str "a"
  return
}
func.func @strided(%m: memref<8x8xf32, strided<[1, 8]>>, %p: f32, %i: index) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<8x8xf32, strided<[1, 8]>>, vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @writep(%m: memref<?x?x?xf32>, %v: vector<3x4xf32>, %i: index) {
  vector.transfer_write %v, %m[%i, %i, %i] {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0)>} : vector<3x4xf32>, memref<?x?x?xf32>
  return
}
