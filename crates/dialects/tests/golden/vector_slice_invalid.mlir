func.func @counts(%v: vector<3x2xf32>) {
  // expected-error@+1 {{expected offsets, sizes and strides attributes of same size}}
  %0 = vector.extract_strided_slice %v {offsets = [1, 0], sizes = [2], strides = [1]} : vector<3x2xf32> to vector<2x2xf32>
  return
}
// -----
func.func @rank(%v: vector<3xf32>) {
  // expected-error@+1 {{expected offsets attribute of rank no greater than vector rank}}
  %0 = vector.extract_strided_slice %v {offsets = [1, 0], sizes = [1, 1], strides = [1, 1]} : vector<3xf32> to vector<1xf32>
  return
}
// -----
func.func @offset(%v: vector<3x2xf32>) {
  // expected-error@+1 {{expected offsets dimension 1 to be confined to [0, 2)}}
  %0 = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [1, 1], strides = [1, 1]} : vector<3x2xf32> to vector<1x1xf32>
  return
}
// -----
func.func @size(%v: vector<3x2xf32>) {
  // expected-error@+1 {{expected sizes dimension 0 to be confined to [1, 4)}}
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [0], strides = [1]} : vector<3x2xf32> to vector<1x2xf32>
  return
}
// -----
func.func @stride(%v: vector<3x2xf32>) {
  // expected-error@+1 {{expected strides to be confined to [1, 2)}}
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [1], strides = [2]} : vector<3x2xf32> to vector<1x2xf32>
  return
}
// -----
func.func @sum(%v: vector<3x2xf32>) {
  // expected-error@+1 {{expected sum(offsets, sizes) dimension 0 to be confined to [1, 4)}}
  %0 = vector.extract_strided_slice %v {offsets = [2, 0], sizes = [2, 1], strides = [1, 1]} : vector<3x2xf32> to vector<2x1xf32>
  return
}
// -----
func.func @result(%v: vector<3x2xf32>) {
  // expected-error@+1 {{expected result type to be 'vector<2x2xf32>'}}
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<3x2xf32> to vector<1x2xf32>
  return
}
// -----
func.func @scalable(%v: vector<3x[4]xf32>) {
  // expected-error@+1 {{expected size at idx=1 to match the corresponding base size from the input vector (2 vs 4)}}
  %0 = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [1, 2], strides = [1, 1]} : vector<3x[4]xf32> to vector<1x[2]xf32>
  return
}
// -----
func.func @insert_offsets(%s: vector<2xf32>, %v: vector<3x2xf32>) {
  // expected-error@+1 {{expected offsets of same size as destination vector rank}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [0], strides = [1]} : vector<2xf32> into vector<3x2xf32>
  return
}
// -----
func.func @insert_strides(%s: vector<2xf32>, %v: vector<3x2xf32>) {
  // expected-error@+1 {{expected strides of same size as source vector rank}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [0, 0], strides = [1, 1]} : vector<2xf32> into vector<3x2xf32>
  return
}
// -----
func.func @insert_rank(%s: vector<1x2xf32>, %v: vector<2xf32>) {
  // expected-error@+1 {{expected source rank to be no greater than destination rank}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [0], strides = [1, 1]} : vector<1x2xf32> into vector<2xf32>
  return
}
// -----
func.func @insert_offset(%s: vector<2xf32>, %v: vector<3x2xf32>) {
  // expected-error@+1 {{expected offsets dimension 0 to be confined to [0, 3)}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [3, 0], strides = [1]} : vector<2xf32> into vector<3x2xf32>
  return
}
// -----
func.func @insert_sum(%s: vector<2xf32>, %v: vector<3x2xf32>) {
  // expected-error@+1 {{expected sum(offsets, source vector shape) dimension 1 to be confined to [1, 3)}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [1, 1], strides = [1]} : vector<2xf32> into vector<3x2xf32>
  return
}
// -----
func.func @insert_flags(%s: vector<[2]xf32>, %v: vector<3x2xf32>) {
  // expected-error@+1 {{mismatching scalable flags (at source vector idx=0)}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [1, 0], strides = [1]} : vector<[2]xf32> into vector<3x2xf32>
  return
}
// -----
func.func @insert_scalable(%s: vector<[2]xf32>, %v: vector<3x[4]xf32>) {
  // expected-error@+1 {{expected size at idx=0 to match the corresponding base size from the input vector (2 vs 4)}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [1, 0], strides = [1]} : vector<[2]xf32> into vector<3x[4]xf32>
  return
}

// -----

func.func @f(%a: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op failed to verify that operand and result have same element type}}
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [1]} : vector<4x4xf32> to vector<2x4xf64>
  return
}

// -----

func.func @f(%a: vector<4x4xf32>, %b: vector<2x2xf64>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op failed to verify that operand #0 and result have same element type}}
  %0 = vector.insert_strided_slice %b, %a {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf64> into vector<4x4xf32>
  return
}
