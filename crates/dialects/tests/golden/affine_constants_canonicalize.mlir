// Divisions by zero, numbers that wrap around, bounds that are there twice.

func.func @apply_div_zero(%i: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%c5)[%c0]
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%c5)[%c0]
  %2 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%i)[%c0]
  %m = arith.constant -2 : index
  %3 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%c5)[%m]
  return %0, %1, %2, %3 : index, index, index, index
}

func.func @min_div_zero(%i: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0 = affine.min affine_map<(d0)[s0] -> (d0 mod s0, 4)>(%c5)[%c0]
  %1 = affine.max affine_map<(d0)[s0] -> (d0 floordiv s0, d0)>(%i)[%c0]
  %2 = affine.max affine_map<(d0)[s0] -> (d0 floordiv s0, d0)>(%c5)[%c0]
  return %0, %1, %2 : index, index, index
}

func.func @div_neg(%i: index) -> (index, index, index, index) {
  %m = arith.constant -2 : index
  %c5 = arith.constant 5 : index
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%c5)[%m]
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%c5)[%m]
  %2 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0 + 3)>(%i)[%m]
  %3 = affine.apply affine_map<(d0)[s0] -> (d0 mod s0 + 3)>(%i)[%m]
  return %0, %1, %2, %3 : index, index, index, index
}

func.func @overflow(%i: index) -> (index, index) {
  %m = arith.constant 9223372036854775807 : index
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%m)
  %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%m)
  return %0, %1 : index, index
}

func.func @for_dups(%n: index, %m: memref<?xf32>, %f: f32) {
  affine.for %i = max affine_map<(d0) -> (d0, d0, 3)>(%n) to min affine_map<(d0)[s0] -> (d0, s0, 4)>(%n)[%n] {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  affine.for %i = max affine_map<(d0, d1) -> (d0, 3, d1, d0)>(%n, %n) to min affine_map<(d0)[s0] -> (d0, 4, s0, s0 + 1, d0)>(%n)[%n] {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  return
}
