// RUN: builtin.module(convert-vector-to-llvm)
// Vectors without dimensions have one lane.
func.func @m(%i: index) -> vector<i1> { %m = vector.create_mask %i : vector<i1>
  return %m : vector<i1> }
func.func @f(%x: vector<f32>) -> vector<f32> { %m = vector.fma %x, %x, %x : vector<f32>
  return %m : vector<f32> }
