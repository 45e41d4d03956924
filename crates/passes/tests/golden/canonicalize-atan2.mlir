// RUN: --canonicalize
// Unlike MLIR: the angle of two zeros is that of C. MLIR gives what is no number.

func.func @zeros() -> (f32, f32, f64, vector<2xf16>) {
  %z = arith.constant 0.0 : f32
  %n = arith.constant -0.0 : f32
  %d = arith.constant -0.0 : f64
  %v = arith.constant dense<0.0> : vector<2xf16>
  %0 = math.atan2 %z, %z : f32
  %1 = math.atan2 %n, %z : f32
  %2 = math.atan2 %d, %d : f64
  %3 = math.atan2 %v, %v : vector<2xf16>
  return %0, %1, %2, %3 : f32, f32, f64, vector<2xf16>
}
