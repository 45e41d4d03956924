// RUN: --affine-parallelize

func.func @matmul(%a: memref<64x32xf32>, %b: memref<32x48xf32>, %c: memref<64x48xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 48 {
      affine.for %k = 0 to 32 {
        %x = affine.load %a[%i, %k] : memref<64x32xf32>
        %y = affine.load %b[%k, %j] : memref<32x48xf32>
        %z = affine.load %c[%i, %j] : memref<64x48xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<64x48xf32>
      }
    }
  }
  return
}

// An element is read in the iteration after the one that writes it.
func.func @shifted(%a: memref<100xf32>, %b: memref<100xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<100xf32>
    affine.store %x, %a[%i + 1] : memref<100xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<100xf32>
    affine.store %x, %b[%i + 1] : memref<100xf32>
  }
  // What is read lies behind all that is written.
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i + 10] : memref<100xf32>
    affine.store %x, %a[%i] : memref<100xf32>
  }
  // By a distance that is not known.
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i + symbol(%n)] : memref<100xf32>
    affine.store %x, %a[%i] : memref<100xf32>
  }
  return
}

// Even elements are written, odd ones are read.
func.func @strided(%a: memref<100xf32>) {
  affine.for %i = 0 to 40 {
    %x = affine.load %a[2 * %i + 1] : memref<100xf32>
    affine.store %x, %a[2 * %i] : memref<100xf32>
  }
  affine.for %i = 0 to 40 step 2 {
    %x = affine.load %a[%i + 1] : memref<100xf32>
    affine.store %x, %a[%i] : memref<100xf32>
  }
  // Nothing is known of the start.
  affine.for %s = 0 to 2 {
    affine.for %i = affine_map<(d0) -> (d0)>(%s) to 40 step 2 {
      %x = affine.load %a[%i + 1] : memref<100xf32>
      affine.store %x, %a[%i] : memref<100xf32>
    }
  }
  return
}

func.func @quotients(%a: memref<100xf32>, %b: memref<10x10xf32>, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.store %x, %b[%i floordiv 10, %i mod 10] : memref<10x10xf32>
  }
  affine.for %i = 0 to 100 {
    affine.store %x, %b[%i floordiv 10, %i mod 5] : memref<10x10xf32>
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.store %x, %a[%i * 10 + %j] : memref<100xf32>
    }
  }
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 11 {
      affine.store %x, %a[%i * 10 + %j] : memref<100xf32>
    }
  }
  affine.for %i = 0 to 100 step 10 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 10)>(%i) {
      affine.store %x, %a[%j] : memref<100xf32>
    }
  }
  return
}

#lower = affine_map<(d0) -> (d0 - 3, 2)>
#upper = affine_map<(d0)[s0] -> (d0 + 4, s0)>
#step = affine_map<(d0)[s0] -> (d0 * 2 + s0)>
func.func @bounds(%a: memref<100x100xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = max #lower(%i) to min #upper(%i)[%m] step 3 {
      %k = affine.apply #step(%j)[%n]
      %x = affine.load %a[%i, %k] : memref<100x100xf32>
      affine.store %x, %a[%i, %k] : memref<100x100xf32>
    }
  }
  return
}

#below = affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>
#last = affine_set<(d0) : (d0 - 9 == 0)>
func.func @conditions(%a: memref<100xf32>, %n: index) {
  affine.for %i = 0 to 20 {
    affine.if #below(%i)[%n] {
      %x = affine.load %a[%i + symbol(%n)] : memref<100xf32>
      affine.store %x, %a[%i] : memref<100xf32>
    }
  }
  affine.for %i = 0 to 10 {
    affine.if #last(%i) {
      %x = affine.load %a[0] : memref<100xf32>
      affine.store %x, %a[1] : memref<100xf32>
    }
  }
  return
}

// Memory of its own makes no iteration depend on another.
func.func @local(%a: memref<100xf32>) {
  affine.for %i = 0 to 10 {
    %own = memref.alloc() : memref<4xf32>
    %view = memref.cast %own : memref<4xf32> to memref<?xf32>
    %x = affine.load %a[%i] : memref<100xf32>
    affine.store %x, %view[0] : memref<?xf32>
    %y = affine.load %own[0] : memref<4xf32>
    affine.store %y, %a[%i] : memref<100xf32>
    affine.for %j = 0 to 4 {
      affine.store %y, %own[0] : memref<4xf32>
    }
  }
  return
}

func.func private @f(index)

// Other ops that touch memory keep a loop as it is, but not the loops in it.
func.func @others(%a: memref<100xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    func.call @f(%i) : (index) -> ()
    affine.for %j = 0 to 10 {
      %x = affine.load %a[%j] : memref<100xf32>
      affine.store %x, %a[%j] : memref<100xf32>
    }
  }
  affine.for %i = 0 to 10 {
    %x = memref.load %a[%i] : memref<100xf32>
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.parallel (%i, %j) = (0, 0) to (10, %n) {
    affine.for %k = 0 to 10 {
      %x = affine.load %a[%i + %j + %k] : memref<100xf32>
      affine.store %x, %a[%i + %j + %k] : memref<100xf32>
    }
  }
  scf.for %i = %n to %n step %n {
    affine.for %k = 0 to 10 {
      %x = affine.load %a[%k] : memref<100xf32>
      affine.store %x, %a[%k] : memref<100xf32>
    }
  }
  affine.for %i = 0 to 10 {
  }
  return
}

// Products of values, and divisions by them, are not analysed.
func.func @semi_affine(%a: memref<100xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i mod symbol(%n)] : memref<100xf32>
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.for %i = 0 to 10 {
    %x = affine.load %a[%i mod symbol(%n)] : memref<100xf32>
  }
  return
}

// Reductions stay sequential.
func.func @sum(%a: memref<100xf32>, %init: f32) -> f32 {
  %sum = affine.for %i = 0 to 100 iter_args(%carried = %init) -> f32 {
    %x = affine.load %a[%i] : memref<100xf32>
    %next = arith.addf %carried, %x : f32
    affine.yield %next : f32
  }
  return %sum : f32
}
