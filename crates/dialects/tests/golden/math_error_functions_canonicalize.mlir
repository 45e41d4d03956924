func.func @error_functions() -> (f32, f64, f32, f64, f16, vector<2xf64>) {
  %a = arith.constant 0.3 : f32
  %b = arith.constant 0.3 : f64
  %c = arith.constant 0.7 : f16
  %d = arith.constant dense<[-1.25, 0.0]> : vector<2xf64>
  %0 = math.erf %a : f32
  %1 = math.erf %b : f64
  %2 = math.erfc %a : f32
  %3 = math.erfc %b : f64
  %4 = math.erf %c : f16
  %5 = math.erf %d : vector<2xf64>
  return %0, %1, %2, %3, %4, %5 : f32, f64, f32, f64, f16, vector<2xf64>
}
