// RUN: --lower-vector-multi-reduction

// Unlike MLIR: where no dimension is reduced, elements are combined with what was accumulated.
func.func @reduce0(%a: vector<2x3xf32>,%b: vector<2x3xf32>) -> vector<2x3xf32> {
  %2 = vector.multi_reduction <add>, %a, %b [] : vector<2x3xf32> to vector<2x3xf32>
  return %2 : vector<2x3xf32>
}
func.func @reduce1(%a: vector<2x3x4xf32>,%b: vector<2x3x4xf32>) -> vector<2x3x4xf32> {
  %2 = vector.multi_reduction <add>, %a, %b [] : vector<2x3x4xf32> to vector<2x3x4xf32>
  return %2 : vector<2x3x4xf32>
}
