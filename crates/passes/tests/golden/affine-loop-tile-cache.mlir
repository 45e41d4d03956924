// RUN: --affine-loop-tile=cache-size=16

// As much memory as fits in the cache: tiles of one iteration.
func.func @small(%a: memref<32x32xf32>, %x: f32) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.store %x, %a[%i, %j] : memref<32x32xf32>
    }
  }
  return
}

// Sixteen times as much, in two loops.
func.func @large(%a: memref<256x256xf32>, %x: f32) {
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to 256 {
      affine.store %x, %a[%i, %j] : memref<256x256xf32>
    }
  }
  return
}

// Only a part of each memref is touched, and both parts of one count.
func.func @parts(%a: memref<1024x1024xf32>, %b: memref<1024x1024xvector<4xf32>>, %n: index, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 90 {
      %0 = affine.load %a[%i, %j + symbol(%n)] : memref<1024x1024xf32>
      %1 = affine.load %a[%i + 20, %j + symbol(%n) + 7] : memref<1024x1024xf32>
      %2 = affine.load %b[%i * 2, 5] : memref<1024x1024xvector<4xf32>>
    }
  }
  return
}

// How much is not known: the default size, or what divides the number of iterations.
func.func @unknown(%a: memref<?x?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 27 {
      affine.for %k = 0 to 1 {
        affine.store %x, %a[%i, %j + %k] : memref<?x?xf32>
      }
    }
  }
  return
}
