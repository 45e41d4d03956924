// A value that is mentioned as a dimension and as a symbol is what it is mentioned as first.
func.func @access(%m: memref<?xf32>, %m2: memref<?x?xf32>, %i: index) -> (f32, f32) {
  %0 = affine.load %m[%i + symbol(%i)] : memref<?xf32>
  %1 = affine.load %m[symbol(%i) * 2 + %i] : memref<?xf32>
  affine.for %j = 0 to 5 {
    %2 = affine.load %m2[%j, symbol(%j)] : memref<?x?xf32>
    affine.store %2, %m2[symbol(%i), %j + %i] : memref<?x?xf32>
  }
  return %0, %1 : f32, f32
}
func.func @bounds(%i: index) {
  affine.parallel (%a, %b) = (max(%i, symbol(%i)), symbol(%i) + %i) to (%i, symbol(%i)) {
  }
  return
}
