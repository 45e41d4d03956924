// RUN: --convert-math-to-llvm=leave-to-libm=true
// Unlike MLIR: it has no such option.
func.func @left(%a: f32, %b: vector<2xf64>, %c: bf16) -> (f32, vector<2xf64>, bf16) {
  %0 = math.expm1 %a : f32
  %1 = math.log1p %b : vector<2xf64>
  %2 = math.expm1 %c : bf16
  return %0, %1, %2 : f32, vector<2xf64>, bf16
}
// The C library has none of these.
func.func @approximated(%a: f80, %b: f128) -> (f80, f128) {
  %0 = math.expm1 %a : f80
  %1 = math.log1p %b : f128
  return %0, %1 : f80, f128
}
