// RUN: --free-owned-buffers
// Unlike MLIR: it has no such pass.

// The store is to the memory, by another name.
func.func @distinct(%other: memref<4xf32>, %x: f32, %i: index) {
  %memory = memref.alloc() : memref<4xf32>
  %objects:2 = memref.distinct_objects %memory, %other : memref<4xf32>, memref<4xf32>
  memref.store %x, %objects#0[%i] : memref<4xf32>
  return
}
func.func @returned(%other: memref<4xf32>) -> memref<4xf32> {
  %memory = memref.alloc() : memref<4xf32>
  %objects:2 = memref.distinct_objects %other, %memory : memref<4xf32>, memref<4xf32>
  return %objects#1 : memref<4xf32>
}
// The table has it.
func.func @affine_table(%table: memref<1xmemref<4xf32>>) {
  %memory = memref.alloc() : memref<4xf32>
  affine.store %memory, %table[0] : memref<1xmemref<4xf32>>
  return
}
func.func @generic_table(%table: memref<3xmemref<4xf32>>) {
  %memory = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%table : memref<3xmemref<4xf32>>) {
  ^bb0(%old: memref<4xf32>):
    linalg.yield %memory : memref<4xf32>
  }
  return
}
