// RUN: builtin.module(func.func(affine-loop-unroll{unroll-factor=8 unroll-up-to-factor}))

func.func @loops(%a: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.for %i = 0 to 12 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  return
}
