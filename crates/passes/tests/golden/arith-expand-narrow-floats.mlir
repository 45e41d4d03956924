// RUN: --arith-expand=include-narrow-floats
// Unlike MLIR: it has no such option.
func.func @with_infinity(%a: f8E5M2, %b: f32) -> (f32, f8E5M2) {
  %0 = arith.extf %a : f8E5M2 to f32
  %1 = arith.truncf %b : f32 to f8E5M2
  return %0, %1 : f32, f8E5M2
}
func.func @without_minus_zero(%a: vector<4xf8E4M3FNUZ>, %b: vector<4xf16>) -> (vector<4xf16>, vector<4xf8E4M3FNUZ>) {
  %0 = arith.extf %a : vector<4xf8E4M3FNUZ> to vector<4xf16>
  %1 = arith.truncf %b : vector<4xf16> to vector<4xf8E4M3FNUZ>
  return %0, %1 : vector<4xf16>, vector<4xf8E4M3FNUZ>
}
func.func @without_nan(%a: f6E2M3FN, %b: f64) -> (f64, f6E2M3FN, f6E3M2FN) {
  %0 = arith.extf %a : f6E2M3FN to f64
  %1 = arith.truncf %b : f64 to f6E2M3FN
  %2 = arith.truncf %b : f64 to f6E3M2FN
  return %0, %1, %2 : f64, f6E2M3FN, f6E3M2FN
}
func.func @from_narrow_to_narrow(%a: f6E3M2FN) -> f8E4M3FN {
  %0 = arith.extf %a : f6E3M2FN to f8E4M3FN
  return %0 : f8E4M3FN
}
func.func @kept(%a: f32, %b: f128) -> (f8E5M2, f8E5M2) {
  %0 = arith.truncf %a upward : f32 to f8E5M2
  %1 = arith.truncf %b : f128 to f8E5M2
  return %0, %1 : f8E5M2, f8E5M2
}
