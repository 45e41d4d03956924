// RUN: builtin.module(parallel-loops-to-async-runtime)

// More iterations than can be counted.
func.func @huge(%x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4611686018427387904 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %v, %x[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
