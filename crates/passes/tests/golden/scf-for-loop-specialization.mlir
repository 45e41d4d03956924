// RUN: builtin.module(scf-for-loop-specialization)
// Loops up to minima with constants, in others and with results that nobody uses.
func.func @min(%lb: index, %ub: index, %st: index, %m: memref<?x?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = affine.min affine_map<(d0) -> (1024, d0)>(%ub)
  %u2 = affine.min affine_map<(d0) -> (512, d0, 256)>(%ub)
  %u3 = affine.min affine_map<(d0, d1) -> (d1, d0)>(%ub, %lb)
  scf.for %i = %c0 to %u step %c1 {
    scf.for %j = %c0 to %u2 step %c1 {
      memref.store %f, %m[%i, %j] : memref<?x?xf32>
    } {a}
    memref.store %f, %m[%i, %i] : memref<?x?xf32>
  }
  %r = scf.for %i = %c0 to %u step %c1 iter_args(%x = %f) -> (f32) {
    scf.yield %x : f32
  }
  scf.for %i = %c0 to %u3 step %c1 {
    memref.store %f, %m[%i, %i] : memref<?x?xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%u, %u2) step (%c1, %c1) {
    memref.store %f, %m[%i, %j] : memref<?x?xf32>
    scf.parallel (%k, %l) = (%c0, %c0) to (%u, %c1) step (%c1, %c1) {
      memref.store %f, %m[%k, %j] : memref<?x?xf32>
    }
  } {b}
  return
}
