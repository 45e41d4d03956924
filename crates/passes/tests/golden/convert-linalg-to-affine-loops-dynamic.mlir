// RUN: --convert-linalg-to-affine-loops
// Sizes that are not known, and indices in the region.

#m = affine_map<(d0, d1) -> (d0 * 2 + d1)>
func.func @f(%a: memref<?xf32>, %b: memref<3xf32>, %c: memref<?xf32>, %s: f32, %d: memref<f32>) {
  linalg.generic {indexing_maps = [#m, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> ()>], iterator_types = ["parallel", "reduction"]} ins(%a, %b : memref<?xf32>, memref<3xf32>) outs(%c, %d : memref<?xf32>, memref<f32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32):
    %i = linalg.index 1 : index
    %0 = arith.mulf %x, %y : f32
    "test.use"(%i) : (index) -> ()
    linalg.yield %0, %w : f32, f32
  }
  linalg.fill ins(%s : f32) outs(%c : memref<?xf32>)
  return
}
