// Extraction from vectors of one element, and names of multiples of vscale.

func.func @a(%v: vector<1xf32>, %i: index) -> f32 {
  %0 = vector.extract %v[%i] : f32 from vector<1xf32>
  return %0 : f32
}
func.func @b(%v: vector<f32>, %i: index) -> f32 {
  %s = vector.shape_cast %v : vector<f32> to vector<1xf32>
  %0 = vector.extract %s[%i] : f32 from vector<1xf32>
  return %0 : f32
}
func.func @c(%v: vector<1x1xf32>, %i: index) -> f32 {
  %s = vector.shape_cast %v : vector<1x1xf32> to vector<1xf32>
  %0 = vector.extract %s[%i] : f32 from vector<1xf32>
  return %0 : f32
}
func.func @d(%v: vector<2x1xf32>, %i: index) -> f32 {
  %s = vector.shape_cast %v : vector<2x1xf32> to vector<1x2xf32>
  %0 = vector.extract %s[%i, 1] : f32 from vector<1x2xf32>
  return %0 : f32
}
func.func @e(%v: vector<f32>, %i: index) -> f32 {
  %s = vector.shape_cast %v : vector<f32> to vector<1x1xf32>
  %0 = vector.extract %s[%i, 0] : f32 from vector<1x1xf32>
  return %0 : f32
}
func.func @n(%v: vector<f32>, %i: index) -> (index, index, i32,index) {
  %vs = vector.vscale
  %c4 = arith.constant 4 : index
  %i4 = arith.constant 4 : i32
  %vi = arith.index_cast %vs : index to i32
  %0 = arith.muli %vs, %c4 : index
  %1 = arith.muli %c4, %vs : index
  %2 = arith.muli %vi, %i4 : i32
  %3 = arith.muli %i, %c4 : index
  return %0, %1, %2, %3: index, index, i32, index
}
