// RUN: -convert-scf-to-cf -convert-vector-to-llvm -convert-arith-to-llvm -finalize-memref-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Minima and maxima of numbers and of what is none.
func.func @main() {
  %n = arith.constant 0x7FF8000000000000 : f64
  %a = arith.constant 1.5 : f64
  %b = arith.constant -2.5 : f64
  %m = memref.alloc() : memref<3xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  memref.store %n, %m[%c0] : memref<3xf64>
  memref.store %a, %m[%c1] : memref<3xf64>
  memref.store %b, %m[%c2] : memref<3xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %x = memref.load %m[%i] : memref<3xf64>
      %y = memref.load %m[%j] : memref<3xf64>
      %0 = arith.maxnumf %x, %y : f64
      %1 = arith.minnumf %x, %y : f64
      %2 = arith.maximumf %x, %y : f64
      %3 = arith.minimumf %x, %y : f64
      vector.print %0 : f64
      vector.print %1 : f64
      vector.print %2 : f64
      vector.print %3 : f64
    }
  }
  return
}
