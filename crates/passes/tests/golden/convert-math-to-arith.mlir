// RUN: builtin.module(convert-math-to-arith)
// Unlike MLIR: it has no such pass.
func.func @exponentials(%x: f32) -> (f32, f32, f32, f32) {
  %0 = math.exp %x : f32
  %1 = math.exp2 %x fastmath<fast> : f32
  %2 = math.expm1 %x : f32
  %3 = math.tanh %x : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
func.func @logarithms(%x: f32) -> (f32, f32, f32, f32) {
  %0 = math.log %x : f32
  %1 = math.log2 %x : f32
  %2 = math.log10 %x : f32
  %3 = math.log1p %x : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
func.func @vectors_and_narrower_floats(%x: vector<2x3xf16>, %y: bf16, %z: tensor<4xf32>) -> (vector<2x3xf16>, bf16, tensor<4xf32>) {
  %0 = math.erf %x : vector<2x3xf16>
  %1 = math.erf %y : bf16
  %2 = math.erf %z : tensor<4xf32>
  return %0, %1, %2 : vector<2x3xf16>, bf16, tensor<4xf32>
}
func.func @powers(%x: f32, %y: f32) -> (f32, f32) {
  %0 = math.powf %x, %y : f32
  %1 = math.cbrt %x : f32
  return %0, %1 : f32, f32
}
func.func @constant_powers(%x: f32, %y: vector<4xbf16>) -> (f32, f32, f32, f32, vector<4xbf16>) {
  %zero = arith.constant 0.0 : f32
  %five = arith.constant 5.0 : f32
  %root = arith.constant 0.5 : f32
  %inverse = arith.constant -1.0 : f32
  %cube = arith.constant dense<3.0> : vector<4xbf16>
  %0 = math.powf %x, %zero : f32
  %1 = math.powf %x, %five : f32
  %2 = math.powf %x, %root : f32
  %3 = math.powf %x, %inverse : f32
  %4 = math.powf %y, %cube : vector<4xbf16>
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, vector<4xbf16>
}
func.func @hyperbolic(%x: f32) -> (f32, f32, f32, f32, f32) {
  %0 = math.sinh %x : f32
  %1 = math.cosh %x : f32
  %2 = math.asinh %x : f32
  %3 = math.acosh %x : f32
  %4 = math.atanh %x : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}
func.func @trigonometric(%x: f32) -> (f32, f32, f32) {
  %0 = math.tan %x : f32
  %1, %2 = math.sincos %x : f32
  return %0, %1, %2 : f32, f32, f32
}
func.func @angles(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %0 = math.atan2 %y, %x : f32
  %1 = math.atan %x : f32
  %2 = math.asin %x : f32
  %3 = math.acos %x : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
func.func @complement(%x: f32) -> f32 {
  %0 = math.erfc %x : f32
  return %0 : f32
}
// Double precision takes more than this, eight bits are computed in more by other passes, and there are no constants for
// tensors of unknown shape.
func.func @others(%a: f64, %b: f8E5M2, %c: tensor<?xf32>, %d: f32) {
  %0 = math.exp %a : f64
  %1 = math.exp %b : f8E5M2
  %2 = math.exp %c : tensor<?xf32>
  %3 = math.roundeven %d : f32
  return
}
