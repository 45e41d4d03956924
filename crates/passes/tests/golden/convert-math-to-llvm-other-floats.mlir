// RUN: --convert-math-to-llvm

// LLVM lacks these types.
func.func @f(%a: f8E4M3FN, %b: vector<2x3xf8E5M2>, %n: i32) -> vector<2x3xf8E5M2> {
  %0 = math.absf %a : f8E4M3FN
  %1 = math.isnan %a : f8E4M3FN
  %2 = math.fpowi %a, %n : f8E4M3FN, i32
  %3, %4 = math.sincos %a : f8E4M3FN
  %5 = math.fma %a, %0, %2 : f8E4M3FN
  %6 = math.rsqrt %b : vector<2x3xf8E5M2>
  %7 = math.expm1 %6 : vector<2x3xf8E5M2>
  %8 = math.log1p %7 : vector<2x3xf8E5M2>
  return %8 : vector<2x3xf8E5M2>
}
