// RUN: builtin.module(composite-fixed-point-pass{name=Unrolling pipeline=func.func(affine-loop-unroll{unroll-factor=2}),canonicalize})
// The loop runs half as often after each round, and is gone after the third.
func.func @copy(%from: memref<8xf32>, %to: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %element = affine.load %from[%i] : memref<8xf32>
    affine.store %element, %to[%i] : memref<8xf32>
  }
  return
}
