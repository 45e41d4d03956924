// RUN: builtin.module(scf-for-loop-range-folding)
// Sums and products by positive constants are folded, one after the other, if nothing else uses the induction variable.
func.func @chain(%lb: index, %ub: index, %st: index, %m: memref<?xf32>, %f: f32, %k: index) {
  %c4 = arith.constant 4 : index
  scf.for %i = %lb to %ub step %st {
    %a = arith.addi %i, %c4 : index
    %b = arith.muli %c4, %a : index
    %c = arith.addi %k, %b : index
    memref.store %f, %m[%c] : memref<?xf32>
  }
  return
}
func.func @stay(%lb: index, %ub: index, %st: index, %m: memref<?x?xf32>, %f: f32, %k: index) {
  scf.for %i = %lb to %ub step %st {
    %a = arith.muli %i, %i : index
    memref.store %f, %m[%a, %a] : memref<?x?xf32>
  }
  scf.for %i = %lb to %ub step %st {
    %b = arith.addi %i, %k : index
    %a = arith.subi %i, %k : index
    memref.store %f, %m[%a, %b] : memref<?x?xf32>
  }
  return
}
func.func @nest(%lb: i32, %ub: i32, %st: i32, %f: f32, %k: i32) -> i32 {
  %r = scf.for %i = %lb to %ub step %st iter_args(%s = %k) -> (i32) : i32 {
    %a = arith.addi %k, %i : i32
    %t = scf.for %j = %lb to %ub step %st iter_args(%u = %s) -> (i32) : i32 {
      %b = arith.addi %a, %j : i32
      %v = arith.xori %u, %b : i32
      scf.yield %v : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
