// RUN: -convert-vector-to-scf -convert-scf-to-cf -convert-math-to-funcs -convert-scf-to-cf -convert-vector-to-llvm -convert-ub-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Powers of floats where the exponents are vectors.
func.func @main() {
  %bases = arith.constant dense<[1.0, 2.0, 3.0, 0.5]> : vector<4xf32>
  %exponents = arith.constant dense<[5, 3, -2, 3]> : vector<4xi32>
  %0 = math.fpowi %bases, %exponents : vector<4xf32>, vector<4xi32>
  vector.print %0 : vector<4xf32>
  %wide = arith.constant dense<[[1.5, -2.0], [4.0, 1.0]]> : vector<2x2xf64>
  %rows = arith.constant dense<[[2, 3], [-1, 0]]> : vector<2x2xi64>
  %1 = math.fpowi %wide, %rows : vector<2x2xf64>, vector<2x2xi64>
  vector.print %1 : vector<2x2xf64>
  %base = arith.constant 3.0 : f64
  %exponent = arith.constant 4 : i32
  %2 = math.fpowi %base, %exponent : f64, i32
  vector.print %2 : f64
  return
}
