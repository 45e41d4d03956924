// RUN: --affine-loop-coalescing
// Unlike MLIR: of several numbers of iterations that may be negative, all but one become zero then, since their product might
// be positive. Loops that carry values stay, and so do those whose bounds are no symbols, of which MLIR makes what is invalid.

func.func @negative(%n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 - 3)>(%m) {
      affine.for %k = 0 to min affine_map<(d0)[s0] -> (d0, s0)>(%m)[%n] {
        "test.body"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}

func.func @carries(%a: memref<20xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    %0 = affine.for %j = 0 to 20 iter_args(%sum = %x) -> f32 {
      %1 = arith.addf %sum, %x : f32
      affine.store %1, %a[%j] : memref<20xf32>
      affine.yield %1 : f32
    }
  }
  return
}

func.func @no_symbol() {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        "test.body"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}
