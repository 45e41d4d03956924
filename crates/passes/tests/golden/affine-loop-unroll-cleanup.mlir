// RUN: builtin.module(func.func(affine-loop-unroll{cleanup-unroll unroll-factor=2 unroll-num-reps=2}))

func.func @loops(%a: memref<100x100xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 5 {
    affine.store %x, %a[%i, %i] : memref<100x100xf32>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 16 {
      affine.store %x, %a[%i, %j] : memref<100x100xf32>
    }
  }
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 2 {
      affine.store %x, %a[%i, %j] : memref<100x100xf32>
    }
  }
  return
}
