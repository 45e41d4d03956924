// RUN: --convert-vector-to-llvm

// Unlike MLIR: where neither innermost size divides the other, the parts are as long as divides both. MLIR 22 takes parts
// of the shorter length, and loses elements.
func.func @neither_divides(%v: vector<2x[6]xf32>) -> vector<3x[4]xf32> {
  %0 = vector.shape_cast %v : vector<2x[6]xf32> to vector<3x[4]xf32>
  return %0 : vector<3x[4]xf32>
}
