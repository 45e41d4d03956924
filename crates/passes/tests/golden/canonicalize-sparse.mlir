// RUN: --canonicalize
// Elements that a sparse constant does not name are zero. What is not computed element by element stays.
func.func @a() -> tensor<4xi32> {
  %0 = arith.constant sparse<[[1], [2]], [5, 7]> : tensor<4xi32>
  %1 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %2 = arith.addi %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}
func.func @b() -> i32 {
  %c1 = arith.constant 1 : index
  %0 = arith.constant sparse<[[1], [2]], [5, 7]> : tensor<4xi32>
  %2 = tensor.extract %0[%c1] : tensor<4xi32>
  return %2 : i32
}
func.func @c() -> tensor<4xi32> {
  %0 = arith.constant sparse<[[1], [2]], [5, 7]> : tensor<4xi32>
  %1 = arith.constant sparse<[[1], [3]], [5, 7]> : tensor<4xi32>
  %2 = arith.addi %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}
func.func @d() -> tensor<4xf32> {
  %0 = arith.constant sparse<[[1], [2]], [5., 7.]> : tensor<4xf32>
  %2 = math.absf %0 : tensor<4xf32>
  %3 = arith.negf %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func @e() -> tensor<2x2xi32> {
  %0 = arith.constant sparse<[[1], [2]], [5, 7]> : tensor<4xi32>
  %2 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  return %2 : tensor<2x2xi32>
}
func.func @f() -> tensor<4xi1> {
  %0 = arith.constant sparse<[[1], [2]], [5, 7]> : tensor<4xi32>
  %1 = arith.constant dense<5> : tensor<4xi32>
  %2 = arith.cmpi eq, %0, %1 : tensor<4xi32>
  return %2 : tensor<4xi1>
}
func.func @g(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, index) {
  %0 = arith.constant sparse<[[1], [2]], [1, 1]> : tensor<4xi1>
  %1 = arith.constant dense<5> : tensor<4xi32>
  %2 = arith.select %0, %x, %1 : tensor<4xi1>, tensor<4xi32>
  %3 = arith.constant sparse<[[1], [2]], [5, 7]> : tensor<4xi32>
  %4 = arith.addi %3, %x : tensor<4xi32>
  %5 = arith.extsi %3 : tensor<4xi32> to tensor<4xi64>
  %6 = arith.constant sparse<[[1], [2]], [5, 7]> : tensor<4xindex>
  %c2 = arith.constant 2 : index
  %7 = tensor.extract %6[%c2] : tensor<4xindex>
  return %2, %4, %5, %7 : tensor<4xi32>, tensor<4xi32>, tensor<4xi64>, index
}
func.func @same_place_twice(%i: index) -> (f64, f64, tensor<2x3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.constant sparse<[[0, 0], [1, 1], [0, 0]], [1.0, 2.0, 3.0]> : tensor<2x3xf64>
  %1 = tensor.extract %0[%c0, %c0] : tensor<2x3xf64>
  %2 = tensor.extract %0[%c1, %c1] : tensor<2x3xf64>
  %3 = arith.addf %0, %0 : tensor<2x3xf64>
  return %1, %2, %3 : f64, f64, tensor<2x3xf64>
}
func.func @splat_of_values() -> tensor<2x2xi8> {
  %0 = arith.constant sparse<[[0, 1], [1, 0]], 3> : tensor<2x2xi8>
  %1 = arith.muli %0, %0 : tensor<2x2xi8>
  return %1 : tensor<2x2xi8>
}
func.func @nothing_named() -> tensor<2xi8> {
  %0 = arith.constant sparse<> : tensor<2xi8>
  %1 = arith.constant dense<3> : tensor<2xi8>
  %2 = arith.addi %0, %1 : tensor<2xi8>
  return %2 : tensor<2xi8>
}
func.func @first() -> i8 {
  %i = arith.constant 8 : index
  %0 = arith.constant sparse<[[7]], [5]> : tensor<1000000000000xi8>
  %1 = tensor.extract %0[%i] : tensor<1000000000000xi8>
  return %1 : i8
}
func.func @rank_0() -> (tensor<i32>, tensor<i32>) {
  %0 = arith.constant sparse<0, 5> : tensor<i32>
  %1 = arith.constant dense<1> : tensor<i32>
  %2 = arith.addi %0, %0 : tensor<i32>
  %3 = arith.addi %0, %1 : tensor<i32>
  return %2, %3 : tensor<i32>, tensor<i32>
}
func.func @narrow() -> (tensor<3xi4>, tensor<3xi1>, tensor<0xi8>) {
  %0 = arith.constant sparse<[[0], [2]], [-3, 7]> : tensor<3xi4>
  %1 = arith.constant sparse<[[0], [2]], [true, true]> : tensor<3xi1>
  %2 = arith.constant sparse<> : tensor<0xi8>
  %3 = arith.addi %0, %0 : tensor<3xi4>
  %4 = arith.xori %1, %1 : tensor<3xi1>
  %5 = arith.addi %2, %2 : tensor<0xi8>
  return %3, %4, %5 : tensor<3xi4>, tensor<3xi1>, tensor<0xi8>
}
func.func @vector() -> vector<4xi32> {
  %0 = arith.constant sparse<[[1], [3]], [-2, 4]> : vector<4xi32>
  %1 = arith.constant dense<2> : vector<4xi32>
  %2 = arith.shli %0, %1 : vector<4xi32>
  return %2 : vector<4xi32>
}
func.func @not_element_by_element(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>) {
  %0 = arith.constant sparse<[[1], [2]], [true, true]> : tensor<4xi1>
  %1 = arith.constant sparse<[[1], [2]], [5, 7]> : tensor<4xi32>
  %2 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %3 = arith.select %0, %1, %2 : tensor<4xi1>, tensor<4xi32>
  %4 = arith.bitcast %1 : tensor<4xi32> to tensor<4xf32>
  %5 = arith.addi %x, %1 : tensor<4xi32>
  %6 = arith.addi %5, %1 : tensor<4xi32>
  return %3, %4, %6 : tensor<4xi32>, tensor<4xf32>, tensor<4xi32>
}
func.func @outside(%i: index) -> i32 {
  %c7 = arith.constant 7 : index
  %0 = arith.constant sparse<[[1], [2]], [5, 7]> : tensor<4xi32>
  %1 = tensor.extract %0[%c7] : tensor<4xi32>
  return %1 : i32
}
