// RUN: builtin.module(convert-vector-to-llvm)
// Products and sums of vectors of several dimensions, row by row.
func.func @f(%a: vector<2x3x4xf32>, %b: vector<2x[4]xf32>) -> (vector<2x3x4xf32>, vector<2x[4]xf32>) {
  %0 = vector.fma %a, %a, %a : vector<2x3x4xf32>
  %1 = vector.fma %b, %b, %b : vector<2x[4]xf32>
  return %0, %1 : vector<2x3x4xf32>, vector<2x[4]xf32>
}
