// RUN: -scf-parallel-loop-tiling=parallel-loop-tile-sizes=4,3 -lower-affine -convert-vector-to-scf -convert-scf-to-cf -convert-vector-to-llvm -convert-arith-to-llvm -finalize-memref-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Loops run each of their iterations once, in tiles or not.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c11 = arith.constant 11 : index
  %zero = arith.constant dense<0> : vector<11xi32>
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<5x11xi32>
  scf.for %i = %c0 to %c5 step %c1 {
    vector.store %zero, %a[%i, %c0] : memref<5x11xi32>, vector<11xi32>
  }
  scf.parallel (%i, %j) = (%c0, %c1) to (%c5, %c11) step (%c1, %c2) {
    %x = memref.load %a[%i, %j] : memref<5x11xi32>
    %y = arith.addi %x, %one : i32
    memref.store %y, %a[%i, %j] : memref<5x11xi32>
  }
  scf.for %i = %c0 to %c5 step %c1 {
    %row = vector.load %a[%i, %c0] : memref<5x11xi32>, vector<11xi32>
    vector.print %row : vector<11xi32>
  }
  memref.dealloc %a : memref<5x11xi32>
  return
}
