// RUN: --convert-vector-to-llvm

// Unlike MLIR: lanes that are masked out are as small as can be, not almost zero.
func.func @red(%m: vector<4xi1>, %a: vector<4xf32>, %f: f32) -> f32 {
  %0 = vector.mask %m { vector.reduction <maximumf>, %a, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
