// Maps and sets take the constants and symbols among their operands, each operand once.
func.func @constants(%a: memref<?x?xf32>, %x: f32, %n: index) -> index {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%c2, %c3)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%n, %n)
  %2 = affine.min affine_map<(d0) -> (d0 + 1, 5)>(%c2)
  %3 = affine.max affine_map<(d0) -> (d0 + 1, 5)>(%c2)
  affine.for %i = %c2 to min affine_map<(d0)[s0] -> (d0 * 4, s0)>(%n)[%c3] {
    affine.store %x, %a[%i + symbol(%c2), %n] : memref<?x?xf32>
    affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %c3) {
      affine.store %x, %a[0, %i] : memref<?x?xf32>
    }
  }
  affine.for %i = max affine_map<(d0) -> (d0, 1)>(%c2) to 10 {
    affine.store %x, %a[%i, %i] : memref<?x?xf32>
  }
  affine.parallel (%i) = (%c2) to (%n + %n) {
    affine.store %x, %a[%i, %i] : memref<?x?xf32>
  }
  %4 = arith.addi %0, %1 : index
  %5 = arith.addi %2, %3 : index
  %6 = arith.addi %4, %5 : index
  return %6 : index
}

// Casts of memory do not matter.
func.func @cast(%a: memref<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %b = memref.cast %a : memref<4xf32> to memref<?xf32>
  %0 = affine.load %b[%c1 + 1] : memref<?xf32>
  return %0 : f32
}
