// RUN: builtin.module(scf-parallel-for-to-nested-fors)
// Loops with reductions stay.
func.func @par(%lb: index, %ub: index, %st: index, %m: memref<?x?xf32>, %f: f32) -> (f32, f32) {
  %r:2 = scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%st, %st) init (%f, %f) -> (f32, f32) {
    %v = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.reduce(%v, %v : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      scf.reduce.return %c : f32
    }
  } {tag = 1 : i64}
  scf.parallel (%i) = (%lb) to (%ub) step (%st) {
    scf.parallel (%j) = (%lb) to (%ub) step (%st) {
      memref.store %f, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return %r#0, %r#1 : f32, f32
}
