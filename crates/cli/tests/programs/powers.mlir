// RUN: -convert-vector-to-scf -convert-scf-to-cf -convert-math-to-funcs=min-width-of-fpowi-exponent=33 -convert-math-to-llvm -convert-vector-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Powers of integers, of floats with exponents of several widths, and of vectors.
func.func @show(%base: i64, %exponent: i64) {
  %0 = math.ipowi %base, %exponent : i64
  vector.print %0 : i64
  %1 = arith.sitofp %base : i64 to f64
  %2 = math.fpowi %1, %exponent : f64, i64
  vector.print %2 : f64
  %3 = arith.trunci %exponent : i64 to i32
  %4 = math.fpowi %1, %3 : f64, i32
  vector.print %4 : f64
  return
}

func.func @main() {
  %0 = arith.constant 0 : i64
  %1 = arith.constant 1 : i64
  %2 = arith.constant 2 : i64
  %minus_1 = arith.constant -1 : i64
  %minus_3 = arith.constant -3 : i64
  %11 = arith.constant 11 : i64
  call @show(%2, %11) : (i64, i64) -> ()
  call @show(%minus_3, %11) : (i64, i64) -> ()
  call @show(%11, %0) : (i64, i64) -> ()
  call @show(%2, %minus_3) : (i64, i64) -> ()
  call @show(%minus_1, %minus_3) : (i64, i64) -> ()
  call @show(%1, %minus_1) : (i64, i64) -> ()
  %bases = arith.constant dense<[2, -2, 3, 10]> : vector<4xi16>
  %exponents = arith.constant dense<[3, 3, 0, 4]> : vector<4xi16>
  %powers = math.ipowi %bases, %exponents : vector<4xi16>
  vector.print %powers : vector<4xi16>
  return
}
