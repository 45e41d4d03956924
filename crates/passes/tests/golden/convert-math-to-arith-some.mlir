// RUN: builtin.module(convert-math-to-arith{ops=erf,exp})
// Unlike MLIR: it has no such pass.
func.func @some(%x: f32) -> (f32, f32) {
  %0 = math.exp2 %x : f32
  %1 = math.exp %x : f32
  return %0, %1 : f32, f32
}
