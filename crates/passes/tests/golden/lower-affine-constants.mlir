// RUN: --lower-affine

// Results that are constants are constants of their own.
func.func @known(%i: index, %n: index) -> index {
  %c6 = arith.constant 6 : index
  %0 = affine.max affine_map<()[s0, s1] -> (s0, s1, s0 * s1)>()[%c6, %n]
  return %0 : index
}

// Conditions are computed in the order that they are written in.
func.func @order(%a: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%n] {
      affine.store %x, %a[%i] : memref<?xf32>
    }
  }
  return
}
