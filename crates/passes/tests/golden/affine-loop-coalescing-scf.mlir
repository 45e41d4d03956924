// RUN: --affine-loop-coalescing

func.func @constants(%m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %v = arith.constant 7 : i32
  scf.for %i = %c1 to %c10 step %c3 {
    scf.for %j = %c0 to %c3 step %c1 {
      scf.for %k = %c3 to %c10 step %c1 {
        %l = arith.addi %i, %j : index
        %n = arith.addi %l, %k : index
        memref.store %v, %m[%n] : memref<?xi32>
      }
    }
  }
  return
}

func.func @numbers(%m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c10 = arith.constant 10 : i32
  %r = scf.for %i = %c1 to %c10 step %c3 iter_args(%a = %c0) -> (i32) : i32 {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a) -> (i32) : i32 {
      %x = arith.addi %i, %j : i32
      %y = arith.muli %b, %x : i32
      scf.yield %y : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}

// The inner loops are one; the loop around them carries something else.
func.func @parts(%m: memref<?xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (i32) {
    scf.for %j = %c0 to %c4 step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        memref.store %a, %m[%k] : memref<?xi32>
      }
    }
    scf.yield %v : i32
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      scf.for %k = %c0 to %c4 step %c1 {
        memref.store %v, %m[%j] : memref<?xi32>
      }
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
    }
  }
  return %r : i32
}

func.func @mixed(%m: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 7 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 3 {
        scf.for %l = %c0 to %c4 step %c1 {
          scf.for %o = %c0 to %c4 step %c1 {
            memref.store %v, %m[%o] : memref<?xi32>
          }
        }
      }
    }
  }
  return
}
