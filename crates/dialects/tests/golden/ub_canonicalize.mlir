func.func @poison(%c: i1) -> (i32, i32, vector<4xf32>) {
  %0 = ub.poison : i32
  %1 = ub.poison : i32
  %2 = ub.poison : vector<4xf32>
  %3 = ub.poison : index
  return %0, %1, %2 : i32, i32, vector<4xf32>
}
