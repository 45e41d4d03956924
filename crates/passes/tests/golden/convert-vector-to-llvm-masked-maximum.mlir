// RUN: --convert-vector-to-llvm
// Unlike MLIR: lanes that are masked out are infinite, not almost zero or finite.

func.func @red(%m: vector<4xi1>, %a: vector<4xf32>, %f: f32) -> f32 {
  %0 = vector.mask %m { vector.reduction <maximumf>, %a, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
func.func @minimum(%m: vector<4xi1>, %a: vector<4xf32>) -> f32 {
  %0 = vector.mask %m { vector.reduction <minimumf>, %a fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
func.func @finite(%m: vector<4xi1>, %a: vector<4xf8E4M3FN>) -> f8E4M3FN {
  %0 = vector.mask %m { vector.reduction <maximumf>, %a : vector<4xf8E4M3FN> into f8E4M3FN } : vector<4xi1> -> f8E4M3FN
  return %0 : f8E4M3FN
}
