// RUN: --affine-loop-normalize

func.func @loops(%n: index, %m: index, %a: memref<100xf32>, %x: f32) {
  affine.for %i = 3 to %n step 4 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to min affine_map<(d0)[s0] -> (d0 * 2, s0)>(%i)[%m] step 2 {
      affine.store %x, %a[%j + %i] : memref<100xf32>
    }
  }
  affine.for %i = 5 to 6 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0 + 3)>(%i) to affine_map<(d0) -> (d0 + 20)>(%i) step 7 {
      affine.store %x, %a[%j] : memref<100xf32>
    }
  }
  // The bounds are taken from where they are computed.
  %start = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%n]
  affine.for %i = %start to %m step 2 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.for %i = -1 to 10 step 3 {
  }
  // Several lower bounds.
  affine.for %i = max affine_map<()[s0] -> (s0, 3)>()[%n] to %m step 2 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  return
}

func.func @carried(%x: f32) -> f32 {
  %r:2 = affine.for %i = 7 to 9 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %sum = arith.addf %a, %a : f32
    affine.yield %sum, %a : f32, f32
  }
  return %r#1 : f32
}

func.func @parallel(%n: index, %m: index, %a: memref<100xf32>, %x: f32) {
  affine.parallel (%i, %j) = (%n, 2) to (%m, 10) step (3, 4) {
    affine.store %x, %a[%j + %i] : memref<100xf32>
    affine.parallel (%k) = (%i) to (%j) step (3) {
      affine.store %x, %a[%k + %i] : memref<100xf32>
    }
  }
  affine.parallel (%i, %j) = (%n, 2) to (min(%m, 3), 10) step (3, 4) {
    affine.store %x, %a[%j + %i] : memref<100xf32>
  }
  affine.parallel (%i) = (0) to (%m) {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  return
}
