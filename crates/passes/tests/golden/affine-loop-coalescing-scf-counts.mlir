// RUN: --affine-loop-coalescing
// Unlike MLIR: it multiplies two negative numbers of iterations to a positive one.

func.func @indices(%m: memref<?xi32>, %a: index, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = arith.constant 7 : i32
  scf.for %i = %c1 to %n step %c2 {
    scf.for %j = %a to %n step %c2 {
      %k = arith.addi %i, %j : index
      memref.store %v, %m[%k] : memref<?xi32>
    }
  }
  return
}

func.func @numbers(%m: memref<?xi32>, %a: i32, %n: i32, %s: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %a to %n step %s iter_args(%x = %c0) -> (i32) : i32 {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> (i32) : i32 {
      %t = arith.addi %i, %j : i32
      %u = arith.muli %t, %y : i32
      scf.yield %u : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}

// Loops that never run, count without signs, or count up to what an affine loop counts.
func.func @stay(%m: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 7 : i32
  scf.for %i = %c1 to %c0 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %m[%j] : memref<?xi32>
    }
  }
  scf.for unsigned %i = %c0 to %n step %c1 {
    scf.for unsigned %j = %c0 to %n step %c1 {
      memref.store %v, %m[%j] : memref<?xi32>
    }
  }
  affine.for %i = 0 to 10 {
    scf.for %j = %c0 to %i step %c1 {
      scf.for %k = %c0 to %i step %c1 {
        memref.store %v, %m[%j] : memref<?xi32>
      }
    }
    %s = arith.addi %i, %i : index
  }
  return
}
