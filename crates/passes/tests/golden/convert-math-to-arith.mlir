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
// Double precision takes more than this, eight bits are computed in more by other passes, and there are no constants for
// tensors of unknown shape.
func.func @others(%a: f64, %b: f8E5M2, %c: tensor<?xf32>, %d: f32) {
  %0 = math.exp %a : f64
  %1 = math.exp %b : f8E5M2
  %2 = math.exp %c : tensor<?xf32>
  %3 = math.sin %d : f32
  return
}
