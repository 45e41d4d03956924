// RUN: -convert-complex-to-standard -convert-math-to-libm -convert-vector-to-scf -convert-scf-to-cf -convert-vector-to-llvm -convert-complex-to-llvm -convert-math-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -finalize-memref-to-llvm -reconcile-unrealized-casts
// Functions that are there for their accuracy near zero have it.
func.func @main() {
  %s = arith.constant 1.0e-8 : f32
  %d = arith.constant 1.0e-17 : f64
  %v = arith.constant dense<[1.0e-9, -1.0e-9]> : vector<2xf32>
  %0 = math.expm1 %s : f32
  %1 = math.log1p %s : f32
  %2 = math.expm1 %d : f64
  %3 = math.log1p %d : f64
  %4 = math.expm1 %v : vector<2xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  vector.print %2 : f64
  vector.print %3 : f64
  vector.print %4 : vector<2xf32>
  %z = complex.create %s, %s : complex<f32>
  %w = complex.expm1 %z : complex<f32>
  %re = complex.re %w : complex<f32>
  vector.print %re : f32
  return
}
