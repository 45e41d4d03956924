// RUN: --affine-parallelize=max-nested=2

func.func @nest(%a: memref<10x10x10x10xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.for %k = 0 to 10 {
        affine.for %l = 0 to 10 {
          affine.store %x, %a[%i, %j, %k, %l] : memref<10x10x10x10xf32>
        }
      }
    }
  }
  // A loop that stays does not count, a parallel one of several dimensions counts once.
  affine.for %i = 0 to 10 {
    affine.parallel (%j, %k) = (0, 0) to (10, 10) {
      affine.for %l = 0 to 10 {
        affine.for %m = 0 to 10 {
          affine.store %x, %a[%l, %j, %k, %m] : memref<10x10x10x10xf32>
        }
      }
    }
  }
  return
}
