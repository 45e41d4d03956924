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
func.func @nest(%lb: index, %ub: index, %st: index, %f: f32, %k: index) -> index {
  %r = scf.for %i = %lb to %ub step %st iter_args(%s = %k) -> (index) {
    %a = arith.addi %k, %i : index
    %t = scf.for %j = %lb to %ub step %st iter_args(%u = %s) -> (index) {
      %b = arith.addi %a, %j : index
      %v = arith.xori %u, %b : index
      scf.yield %v : index
    }
    scf.yield %t : index
  }
  return %r : index
}
func.func @narrow(%m: memref<?xi8>) {
  %lb = arith.constant -20 : i8
  %ub = arith.constant 20 : i8
  %st = arith.constant 3 : i8
  %k = arith.constant 5 : i8
  scf.for %i = %lb to %ub step %st : i8 {
    %b = arith.muli %i, %k : i8
    %x = arith.index_cast %b : i8 to index
    memref.store %b, %m[%x] : memref<?xi8>
  }
  return
}
