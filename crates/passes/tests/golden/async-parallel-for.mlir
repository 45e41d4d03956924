// RUN: --async-parallel-for

// A single dimension: a trip count of -1 must not count as one iteration in the compute function.
func.func @one_dimension(%lb: index, %ub: index, %step: index, %m: memref<?xf32>) {
  scf.parallel (%i) = (%lb) to (%ub) step (%step) {
    %one = arith.constant 1.0 : f32
    memref.store %one, %m[%i] : memref<?xf32>
  }
  return
}

// Several dimensions: two negative trip counts must not multiply to a positive one.
func.func @two_dimensions(%n: index, %k: index, %step: index, %m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  scf.parallel (%i, %j) = (%c0, %n) to (%n, %k) step (%step, %step) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// The block size is a multiple of the inner trip counts in the aligned function, and so is the number of blocks.
func.func @aligned(%m: memref<?x10xf32>, %lb: index, %ub: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1.0 : f32
  scf.parallel (%i, %j) = (%lb, %c0) to (%ub, %c10) step (%c1, %c1) {
    memref.store %one, %m[%i, %j] : memref<?x10xf32>
  }
  return
}

func.func @aligned_static(%m: memref<4x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c512 = arith.constant 512 : index
  %one = arith.constant 1.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c512) step (%c1, %c1) {
    memref.store %one, %m[%i, %j] : memref<4x512xf32>
  }
  return
}

func.func @empty(%m: memref<8x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  scf.parallel (%i, %j) = (%c5, %c5) to (%c0, %c0) step (%c2, %c2) {
    memref.store %x, %m[%i, %j] : memref<8x8xf32>
  }
  return
}

func.func @three_dimensions(%m: memref<?x?x?xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c100 = arith.constant 100 : index
  cf.cond_br %c, ^loop, ^end
^loop:
  %one = arith.constant 1.0 : f32
  scf.parallel (%i, %j, %l) = (%c0, %c0, %c2) to (%n, %c5, %c100) step (%c2, %c2, %c5) {
    memref.store %one, %m[%i, %j, %l] : memref<?x?x?xf32>
  }
  cf.br ^end
^end:
  return
}

module @inner {
  func.func @reduction_stays(%n: index, %m: memref<?xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant 0.0 : f32
    %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
      %v = memref.load %m[%i] : memref<?xf32>
      scf.reduce(%v : f32) {
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        scf.reduce.return %s : f32
      }
    }
    return %r : f32
  }
}
