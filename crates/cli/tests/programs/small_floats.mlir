// RUN: -convert-vector-to-scf -convert-scf-to-cf -convert-vector-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Floats of eight bits and less are printed from their bits.
func.func @main() {
  %0 = arith.constant 1.5 : f8E5M2
  vector.print %0 : f8E5M2
  %1 = arith.constant 0xFF : f8E5M2FNUZ
  vector.print %1 : f8E5M2FNUZ
  %2 = arith.constant -0.0 : f8E4M3
  vector.print %2 : f8E4M3
  %3 = arith.constant 448.0 : f8E4M3FN
  vector.print %3 : f8E4M3FN
  %4 = arith.constant 0x01 : f8E4M3FNUZ
  vector.print %4 : f8E4M3FNUZ
  %5 = arith.constant 30.0 : f8E4M3B11FNUZ
  vector.print %5 : f8E4M3B11FNUZ
  %6 = arith.constant 0xF0 : f8E3M4
  vector.print %6 : f8E3M4
  %7 = arith.constant 0.25 : f8E8M0FNU
  vector.print %7 : f8E8M0FNU
  %8 = arith.constant -7.5 : f6E2M3FN
  vector.print %8 : f6E2M3FN
  %9 = arith.constant 28.0 : f6E3M2FN
  vector.print %9 : f6E3M2FN
  %10 = arith.constant 0.5 : f4E2M1FN
  vector.print %10 : f4E2M1FN
  %11 = arith.constant dense<[[1.0, -2.0], [0x7C, 0x7F]]> : vector<2x2xf8E5M2>
  vector.print %11 : vector<2x2xf8E5M2>
  return
}
