// RUN: --arith-expand=keep-min-max
// Unlike MLIR: it has no such option.
func.func @kept(%a: f32, %b: f32, %c: vector<4xf64>) -> (f32, f32, vector<4xf64>, vector<4xf64>) {
  %0 = arith.maximumf %a, %b : f32
  %1 = arith.minimumf %a, %b : f32
  %2 = arith.maxnumf %c, %c : vector<4xf64>
  %3 = arith.minnumf %c, %c : vector<4xf64>
  return %0, %1, %2, %3 : f32, f32, vector<4xf64>, vector<4xf64>
}
func.func @of_few_bits(%a: f16, %b: f16, %c: vector<4xbf16>, %d: vector<4xbf16>, %e: f8E5M2) -> (f16, vector<4xbf16>, f8E5M2) {
  %0 = arith.maximumf %a, %b : f16
  %1 = arith.maxnumf %c, %d : vector<4xbf16>
  %2 = arith.minimumf %e, %e : f8E5M2
  return %0, %1, %2 : f16, vector<4xbf16>, f8E5M2
}
// The minimum of zeros is negative if one of them is.
func.func @spelled_out(%a: f80, %b: f80, %c: vector<2xf128>, %d: vector<2xf128>, %i: i32, %j: i32) -> (f80, vector<2xf128>, f80, i32) {
  %0 = arith.minimumf %a, %b : f80
  %1 = arith.maximumf %c, %d : vector<2xf128>
  %2 = arith.maxnumf %a, %b : f80
  %3 = arith.maxsi %i, %j : i32
  return %0, %1, %2, %3 : f80, vector<2xf128>, f80, i32
}
