// RUN: builtin.module(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,8})
// Innermost loops without reductions are tiled; tiles that are known to be whole need no minimum.
func.func @bounds(%a: memref<?x?xf32>, %lb: index, %ub: index, %st: index, %f: f32) {
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
func.func @nests(%a: memref<?x?xf32>, %lb: index, %ub: index, %st: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%lb) to (%ub) step (%st) {
    scf.parallel (%j) = (%lb) to (%ub) step (%st) {
      memref.store %f, %a[%i, %j] : memref<?x?xf32>
    }
    scf.for %k = %c0 to %ub step %c1 {
      scf.parallel (%j) = (%lb) to (%ub) step (%st) {
        memref.store %f, %a[%i, %j] : memref<?x?xf32>
      }
    }
  }
  %r = scf.parallel (%i) = (%lb) to (%ub) step (%st) init(%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      scf.reduce.return %z : f32
    }
  }
  scf.parallel (%i) = (%lb) to (%ub) step (%st) {
    %r2 = scf.parallel (%j) = (%lb) to (%ub) step (%st) init(%f) -> f32 {
      scf.reduce(%f : f32) {
      ^bb0(%x: f32, %y: f32):
        %z = arith.addf %x, %y : f32
        scf.reduce.return %z : f32
      }
    }
  } {tag}
  return %r : f32
}
