// RUN: builtin.module(scf-for-loop-range-folding)
// Unlike MLIR: bounds that would wrap around, or may, are not folded into the range.
func.func @sum(%m: memref<?xi32>) {
  %lb = arith.constant 0 : i32
  %ub = arith.constant 10 : i32
  %st = arith.constant 1 : i32
  %k = arith.constant 2147483640 : i32
  scf.for %i = %lb to %ub step %st : i32 {
    %a = arith.addi %i, %k : i32
    %x = arith.index_cast %a : i32 to index
    memref.store %a, %m[%x] : memref<?xi32>
  }
  return
}
func.func @end(%m: memref<?xi8>) {
  %lb = arith.constant 0 : i8
  %ub = arith.constant 27 : i8
  %st = arith.constant 10 : i8
  %k = arith.constant 100 : i8
  scf.for %i = %lb to %ub step %st : i8 {
    %a = arith.addi %i, %k : i8
    %x = arith.index_cast %a : i8 to index
    memref.store %a, %m[%x] : memref<?xi8>
  }
  return
}
func.func @unknown(%m: memref<?xi64>, %lb: i64, %ub: i64, %st: i64, %k: i64) {
  scf.for %i = %lb to %ub step %st : i64 {
    %a = arith.addi %i, %k : i64
    %x = arith.index_cast %a : i64 to index
    memref.store %a, %m[%x] : memref<?xi64>
  }
  return
}
