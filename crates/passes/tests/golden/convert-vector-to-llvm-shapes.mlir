// RUN: --convert-vector-to-llvm

func.func @a(%a: vector<2x4xf32>) -> vector<8xf32> {
  %0 = vector.shape_cast %a : vector<2x4xf32> to vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @b(%a: vector<8xf32>) -> vector<2x2x2xf32> {
  %0 = vector.shape_cast %a : vector<8xf32> to vector<2x2x2xf32>
  return %0 : vector<2x2x2xf32>
}
func.func @c(%a: vector<4x3x2xf32>) -> vector<3x8xf32> {
  %0 = vector.shape_cast %a : vector<4x3x2xf32> to vector<3x8xf32>
  return %0 : vector<3x8xf32>
}
func.func @d(%a: vector<4xf32>) -> vector<1x4xf32> {
  %0 = vector.shape_cast %a : vector<4xf32> to vector<1x4xf32>
  return %0 : vector<1x4xf32>
}
func.func @e(%a: vector<1x4xf32>) -> vector<4xf32> {
  %0 = vector.shape_cast %a : vector<1x4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @f(%a: vector<f32>) -> vector<1xf32> {
  %0 = vector.shape_cast %a : vector<f32> to vector<1xf32>
  return %0 : vector<1xf32>
}
func.func @g(%a: vector<1xf32>) -> vector<f32> {
  %0 = vector.shape_cast %a : vector<1xf32> to vector<f32>
  return %0 : vector<f32>
}
func.func @take(%a: vector<4x4xf32>, %b: vector<2x3x4xi32>) -> (vector<2x2xf32>, vector<1x3x4xi32>, vector<2x1x2xi32>, vector<2x4xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
  %1 = vector.extract_strided_slice %b {offsets = [1], sizes = [1], strides = [1]} : vector<2x3x4xi32> to vector<1x3x4xi32>
  %2 = vector.extract_strided_slice %b {offsets = [0, 1, 2], sizes = [2, 1, 2], strides = [1, 1, 1]} : vector<2x3x4xi32> to vector<2x1x2xi32>
  %3 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<4x4xf32> to vector<2x4xf32>
  return %0, %1, %2, %3 : vector<2x2xf32>, vector<1x3x4xi32>, vector<2x1x2xi32>, vector<2x4xf32>
}
func.func @put(%a: vector<4x4xf32>, %b: vector<2x2xf32>, %c: vector<2xf32>, %d: vector<2x4x4xf32>, %e: vector<8xf32>) -> (vector<4x4xf32>, vector<4x4xf32>, vector<2x4x4xf32>, vector<8xf32>, vector<4x4xf32>, vector<2x4x4xf32>) {
  %0 = vector.insert_strided_slice %b, %a {offsets = [1, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
  %1 = vector.insert_strided_slice %c, %a {offsets = [3, 1], strides = [1]} : vector<2xf32> into vector<4x4xf32>
  %2 = vector.insert_strided_slice %b, %d {offsets = [1, 0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<2x4x4xf32>
  %3 = vector.insert_strided_slice %c, %e {offsets = [3], strides = [1]} : vector<2xf32> into vector<8xf32>
  %4 = vector.insert_strided_slice %a, %a {offsets = [0, 0], strides = [1, 1]} : vector<4x4xf32> into vector<4x4xf32>
  %5 = vector.insert_strided_slice %a, %d {offsets = [1, 0, 0], strides = [1, 1]} : vector<4x4xf32> into vector<2x4x4xf32>
  return %0, %1, %2, %3, %4, %5 : vector<4x4xf32>, vector<4x4xf32>, vector<2x4x4xf32>, vector<8xf32>, vector<4x4xf32>, vector<2x4x4xf32>
}
func.func @scalable_slices(%d: vector<2x[4]xi8>, %e: vector<1x[4]xi8>, %f: vector<3x2x[4]xi8>) -> (vector<1x[4]xi8>, vector<2x[4]xi8>, vector<2x1x[4]xi8>) {
  %4 = vector.extract_strided_slice %d {offsets = [1], sizes = [1], strides = [1]} : vector<2x[4]xi8> to vector<1x[4]xi8>
  %5 = vector.insert_strided_slice %e, %d {offsets = [1, 0], strides = [1, 1]} : vector<1x[4]xi8> into vector<2x[4]xi8>
  %6 = vector.extract_strided_slice %f {offsets = [1, 0], sizes = [2, 1], strides = [1, 1]} : vector<3x2x[4]xi8> to vector<2x1x[4]xi8>
  return %4, %5, %6 : vector<1x[4]xi8>, vector<2x[4]xi8>, vector<2x1x[4]xi8>
}
