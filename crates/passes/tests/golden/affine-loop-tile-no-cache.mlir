// RUN: builtin.module(func.func(affine-loop-tile{cache-size=0}))
// Tiles of one iteration.
func.func @f(%m: memref<100x100xf32>, %c: f32) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      affine.store %c, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}
