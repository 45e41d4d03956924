// RUN: --affine-loop-normalize=promote-single-iter

func.func @single(%n: index, %a: memref<100xf32>, %x: f32) -> f32 {
  affine.for %i = 5 to 6 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %a[%j] : memref<100xf32>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 3)>(%i) to affine_map<(d0) -> (d0 + 5)>(%i) step 7 {
      affine.store %x, %a[%j] : memref<100xf32>
    }
    affine.for %j = 7 to 10 step 4 {
      affine.store %x, %a[%j] : memref<100xf32>
    }
  }
  affine.for %i = %n to affine_map<()[s0] -> (s0 + 1)>()[%n] {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  // What it carries is passed on.
  %r:3 = affine.for %i = 7 to 8 iter_args(%b = %x, %c = %x, %d = %x) -> (f32, f32, f32) {
    %sum = arith.addf %b, %c : f32
    affine.yield %sum, %b, %c : f32, f32, f32
  }
  // The counter is not used.
  affine.for %i = 9 to 10 {
    affine.store %x, %a[0] : memref<100xf32>
  }
  %s = arith.addf %r#0, %r#1 : f32
  %t = arith.addf %s, %r#2 : f32
  return %t : f32
}
