// RUN: builtin.module(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,8 no-min-max-bounds=true})
// Unlike MLIR: each iteration compares its own index with the end, as signed numbers. MLIR multiplies what was added up in steps by the step once more.
func.func @f(%a: memref<?x?xf32>, %lb: index, %ub: index, %st: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.parallel (%i, %j) = (%lb, %c0) to (%ub, %c100) step (%st, %c1) {
    memref.store %f, %a[%i, %j] : memref<?x?xf32>
  }
  scf.parallel (%i) = (%c0) to (%c100) step (%c1) {
    memref.store %f, %a[%i, %i] : memref<?x?xf32>
  }
  return
}
