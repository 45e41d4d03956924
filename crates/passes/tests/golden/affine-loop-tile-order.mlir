// RUN: --affine-loop-tile=tile-size=4

// Tiles of one loop leave the order of its iterations as it is, whatever they do.
func.func private @use(index)
func.func @call() {
  affine.for %i = 0 to 64 {
    func.call @use(%i) : (index) -> ()
  }
  return
}
func.func @chain(%m: memref<64xf32>) {
  affine.for %i = 0 to 63 {
    %v = affine.load %m[%i] : memref<64xf32>
    affine.store %v, %m[%i + 1] : memref<64xf32>
  }
  return
}
