// RUN: --flatten-memref
// Unlike MLIR: its output is refused where sizes of new memory are open, where it has an offset, and for vectors of two dimensions; it crashes for elements that are neither integers nor floats; it forgets masks of transfers, and strides of what they read.
func.func @new(%n: index, %i: index, %x: f32) -> (memref<?x8xf32>, memref<4x8xf32, strided<[16, 2], offset: 3>>) {
  %0 = memref.alloc(%n) {alignment = 64 : i64} : memref<?x8xf32>
  memref.store %x, %0[%i, %i] : memref<?x8xf32>
  %1 = memref.alloc() : memref<4x8xf32, strided<[16, 2], offset: 3>>
  return %0, %1 : memref<?x8xf32>, memref<4x8xf32, strided<[16, 2], offset: 3>>
}
func.func @elements(%a: memref<4x8xindex>, %b: memref<4x8xvector<4xf32>>, %c: memref<?x8xcomplex<f32>>, %i: index) {
  %0 = memref.load %a[%i, %i] : memref<4x8xindex>
  %1 = memref.load %b[%i, %i] : memref<4x8xvector<4xf32>>
  %2 = memref.load %c[%i, %i] : memref<?x8xcomplex<f32>>
  memref.store %2, %c[%0, %i] : memref<?x8xcomplex<f32>>
  memref.store %1, %b[%0, %i] : memref<4x8xvector<4xf32>>
  return
}
func.func @transfers(%m: memref<4x8xf32>, %s: memref<4x8xf32, strided<[16, 2]>>, %i: index, %k: vector<4xi1>, %c: f32) {
  %0 = vector.transfer_read %m[%i, %i], %c, %k {in_bounds = [true]} : memref<4x8xf32>, vector<4xf32>
  vector.transfer_write %0, %s[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<4x8xf32, strided<[16, 2]>>
  %1 = vector.transfer_read %m[%i, %i], %c {in_bounds = [true, true]} : memref<4x8xf32>, vector<2x4xf32>
  vector.transfer_write %1, %m[%i, %i] {in_bounds = [true, true]} : vector<2x4xf32>, memref<4x8xf32>
  return
}
