// RUN: --cse
// Unlike MLIR: an op that works on some lanes is another one than the same op on all. MLIR takes the result of that for it.

func.func @sums(%v: vector<4xi32>, %mask: vector<4xi1>) -> (i32, i32, i32) {
  %all = vector.reduction <add>, %v : vector<4xi32> into i32
  %some = vector.mask %mask { vector.reduction <add>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %same = vector.mask %mask { vector.reduction <add>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32
  return %all, %some, %same : i32, i32, i32
}
