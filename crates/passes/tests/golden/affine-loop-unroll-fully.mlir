// RUN: builtin.module(func.func(affine-loop-unroll{unroll-factor=-1 unroll-full-threshold=4}))

// Inner and outer loops with four iterations at most.
func.func @nest(%a: memref<100x100xf32>, %x: f32) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      affine.store %x, %a[%i, %j] : memref<100x100xf32>
    }
    affine.for %j = 0 to 5 {
      affine.store %x, %a[%i, %j] : memref<100x100xf32>
    }
  }
  affine.for %i = 7 to 8 {
    affine.store %x, %a[%i, %i] : memref<100x100xf32>
  }
  affine.for %i = 8 to 8 {
    affine.store %x, %a[%i, %i] : memref<100x100xf32>
  }
  return
}
