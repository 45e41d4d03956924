// RUN: -convert-linalg-to-loops -convert-math-to-llvm -convert-math-to-libm -convert-vector-to-scf -convert-scf-to-cf -convert-vector-to-llvm -convert-arith-to-llvm -finalize-memref-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Functions that LLVM has no intrinsic for are those of the C library.
func.func @main() {
  %x = arith.constant dense<[0.5, 0.25, 2.0, 1.5]> : vector<4xf32>
  %d = arith.constant 0.5 : f64
  %h = arith.constant 0.5 : f16
  %0 = math.erf %x : vector<4xf32>
  %1 = math.cbrt %x : vector<4xf32>
  %2 = math.sin %x : vector<4xf32>
  vector.print %0 : vector<4xf32>
  vector.print %1 : vector<4xf32>
  vector.print %2 : vector<4xf32>
  %3 = math.atanh %d : f64
  %4 = math.erfc %d : f64
  %5 = math.asinh %h : f16
  %6 = arith.extf %5 : f16 to f32
  %7 = math.acosh %6 : f32
  vector.print %3 : f64
  vector.print %4 : f64
  vector.print %6 : f32
  vector.print %7 : f32
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xf32>
  %n = memref.alloc() : memref<4xf32>
  linalg.fill ins(%6 : f32) outs(%m : memref<4xf32>)
  linalg.erf ins(%m : memref<4xf32>) outs(%n : memref<4xf32>)
  %l = memref.load %n[%c0] : memref<4xf32>
  vector.print %l : f32
  memref.dealloc %m : memref<4xf32>
  memref.dealloc %n : memref<4xf32>
  return
}
