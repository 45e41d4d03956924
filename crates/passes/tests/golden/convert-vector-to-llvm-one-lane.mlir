// RUN: builtin.module(convert-vector-to-llvm)
// Vectors without dimensions have one lane.
func.func @m(%i: index) -> vector<i1> { %m = vector.create_mask %i : vector<i1>
  return %m : vector<i1> }
func.func @f(%x: vector<f32>) -> vector<f32> { %m = vector.fma %x, %x, %x : vector<f32>
  return %m : vector<f32> }

// Within arrays, a scalar is copied to the only lane of a vector, too.
func.func @broadcast_to_arrays(%x: i16, %y: f64) -> (vector<2x1xi16>, vector<1x1x1xf64>, vector<1xi16>) {
  %a = vector.broadcast %x : i16 to vector<2x1xi16>
  %b = vector.broadcast %y : f64 to vector<1x1x1xf64>
  %c = vector.broadcast %x : i16 to vector<1xi16>
  return %a, %b, %c : vector<2x1xi16>, vector<1x1x1xf64>, vector<1xi16>
}
