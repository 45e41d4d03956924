// RUN: --async-parallel-for=num-workers=-1

func.func @loop_1d(%lb: index, %ub: index, %s: index, %m: memref<?xf32>) {
  scf.parallel (%i) = (%lb) to (%ub) step (%s) {
    %one = arith.constant 1.0 : f32
    memref.store %one, %m[%i] : memref<?xf32>
  }
  return
}
func.func @loop_2d(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %m: memref<?x?xf32>) {
  scf.parallel (%i, %j) = (%a, %b) to (%c, %d) step (%e, %f) {
    %one = arith.constant 1.0 : f32
    memref.store %one, %m[%i, %j] : memref<?x?xf32>
  }
  return
}
