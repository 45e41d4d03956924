// RUN: --scf-forall-to-parallel

func.func @nested(%m: memref<?x?xf32>, %n: index, %k: index) {
  %c = arith.constant 1.0 : f32
  // Bounds are constants of their own; attributes but the mapping are lost.
  scf.forall (%i, %j) in (%n, 4) {
    memref.store %c, %m[%i, %j] : memref<?x?xf32>
  }
  scf.forall (%i, %j) = (0, %k) to (10, %n) step (2, 3) {
    scf.forall (%x) in (%i) {
      memref.store %c, %m[%x, %j] : memref<?x?xf32>
    }
  } {mapping = [], foo = 1 : i32}
  %r = scf.for %z = %n to %k step %n iter_args(%a = %c) -> f32 {
    scf.forall (%x) in (5) { memref.store %a, %m[%x, %z] : memref<?x?xf32> }
    scf.yield %a : f32
  }
  scf.parallel (%x) = (%n) to (%k) step (%n) {
    scf.forall (%y) = (%x) to (%n) step (%k) { memref.store %c, %m[%x, %y] : memref<?x?xf32> }
  }
  scf.execute_region {
    scf.forall (%x, %y) = (0, 0) to (%n, %k) step (1, 1) {
      %s = arith.addi %x, %y : index
      memref.store %c, %m[%s, %s] : memref<?x?xf32>
    }
    scf.yield
  }
  return
}
