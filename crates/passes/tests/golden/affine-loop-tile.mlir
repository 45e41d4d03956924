// RUN: --affine-loop-tile=tile-size=8

// Whole tiles need no minimum, the last tiles of other loops do.
func.func @matmul(%a: memref<64x?xf32>, %b: memref<?x100xf32>, %c: memref<64x100xf32>, %n: index) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 100 {
      affine.for %k = 0 to %n {
        %0 = affine.load %a[%i, %k] : memref<64x?xf32>
        %1 = affine.load %b[%k, %j] : memref<?x100xf32>
        %2 = affine.load %c[%i, %j] : memref<64x100xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<64x100xf32>
      }
    }
  }
  return
}

// Loops with a step, with several bounds, and with fewer iterations than a tile.
func.func @bounds(%a: memref<?x?xf32>, %x: f32, %n: index, %m: index) {
  affine.for %i = 4 to min affine_map<(d0)[s0] -> (d0 + 3, s0)>(%n)[%m] step 3 {
    affine.for %j = max affine_map<(d0) -> (d0, 5)>(%n) to %m {
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 1 to 14 step 3 {
    affine.for %j = affine_map<(d0) -> (d0)>(%n) to affine_map<(d0) -> (d0 + 16)>(%n) {
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The innermost loop of a perfect nest may hold anything.
func.func @imperfect(%a: memref<32x32xf32>, %n: index) {
  affine.for %i = 0 to 32 {
    %0 = affine.load %a[%i, 0] : memref<32x32xf32>
    affine.for %j = 0 to 32 {
      affine.store %0, %a[%i, %j] : memref<32x32xf32>
    }
  }
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] {
    affine.for %i = 0 to 32 {
      "test.not_at_the_top"(%i) : (index) -> ()
    }
  }
  return
}

// Neither nests whose bounds depend on their loops, nor those that give values.
func.func @not_tiled(%a: memref<32x32xf32>, %x: f32) -> f32 {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %a[%i, %j] : memref<32x32xf32>
    }
  }
  %0 = affine.for %i = 0 to 32 iter_args(%sum = %x) -> f32 {
    %1 = affine.load %a[%i, %i] : memref<32x32xf32>
    %2 = arith.addf %sum, %1 : f32
    affine.yield %2 : f32
  }
  return %0 : f32
}

// The element is written again in an iteration with a smaller %j.
func.func @always_backwards(%a: memref<200xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %a[%i + %j] : memref<200xf32>
      affine.store %0, %a[%i + %j] : memref<200xf32>
    }
  }
  return
}

func.func private @declared(memref<32xf32>)
