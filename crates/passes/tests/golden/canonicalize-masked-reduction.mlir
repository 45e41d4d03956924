// RUN: --canonicalize

// Unlike MLIR: what is masked out, or not reduced at all, keeps what was accumulated.
func.func @masked_unit_dims(%a: vector<2x1xf32>, %b: vector<2xf32>, %m: vector<2x1xi1>) -> vector<2xf32> {
  %0 = vector.mask %m { vector.multi_reduction <mul>, %a, %b [1] : vector<2x1xf32> to vector<2xf32> } : vector<2x1xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @masked_element(%a: vector<1x1xi32>, %b: i32, %m: vector<1x1xi1>) -> i32 {
  %0 = vector.mask %m { vector.multi_reduction <or>, %a, %b [0, 1] : vector<1x1xi32> to i32 } : vector<1x1xi1> -> i32
  return %0 : i32
}
func.func @nothing_reduced(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.multi_reduction <add>, %a, %b [] : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
