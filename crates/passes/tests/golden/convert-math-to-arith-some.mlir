// RUN: builtin.module(convert-math-to-arith{ops=erf,exp})
// Unlike MLIR: it has no such pass.
func.func @some(%x: f32) -> (f32, f32) {
  %0 = math.exp2 %x : f32
  %1 = math.exp %x : f32
  return %0, %1 : f32, f32
}
func.func @shapes(%x: vector<[4]xf32>, %y: vector<f32>, %z: tensor<0xbf16>) -> (vector<[4]xf32>, vector<f32>, tensor<0xbf16>) {
  %0 = math.exp %x : vector<[4]xf32>
  %1 = math.erf %y : vector<f32>
  %2 = math.erf %z : tensor<0xbf16>
  return %0, %1, %2 : vector<[4]xf32>, vector<f32>, tensor<0xbf16>
}
