// RUN: builtin.module(scf-for-loop-range-folding)
// Unlike MLIR: factors that may be zero or negative, and sums that may not overflow, are not folded into the range.
func.func @factors(%lb: index, %ub: index, %st: index, %m: memref<?xf32>, %f: f32, %k: index) {
  %c-4 = arith.constant -4 : index
  scf.for %i = %lb to %ub step %st {
    %a = arith.muli %i, %k : index
    memref.store %f, %m[%a] : memref<?xf32>
  }
  scf.for %i = %lb to %ub step %st {
    %a = arith.muli %i, %c-4 : index
    memref.store %f, %m[%a] : memref<?xf32>
  }
  scf.for %i = %lb to %ub step %st {
    %a = arith.addi %i, %k overflow<nsw> : index
    memref.store %f, %m[%a] : memref<?xf32>
  }
  return
}
