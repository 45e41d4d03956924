// RUN: --one-shot-bufferize=bufferize-function-boundaries

// The padding is computed for all elements, from their indices.
func.func @diagonal(%t: tensor<3x4xi64>) -> tensor<6x4xi64> {
  %p = tensor.pad %t low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    %sum = arith.addi %i, %j : index
    %value = arith.index_cast %sum : index to i64
    tensor.yield %value : i64
  } : tensor<3x4xi64> to tensor<6x4xi64>
  return %p : tensor<6x4xi64>
}

// Sizes that are not known, and some that turn out to be.
func.func @open(%t: tensor<?x4x?xf64>, %n: index, %value: f64) -> tensor<?x?x?xf64> {
  %two = arith.constant 2 : index
  %p = tensor.pad %t nofold low[%n, 0, %two] high[1, %two, %n] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %value : f64
  } : tensor<?x4x?xf64> to tensor<?x?x?xf64>
  return %p : tensor<?x?x?xf64>
}

// Memory in another space; a scalar; elements of what is padded.
func.func @space() -> f32 {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0 : index
  %new = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<5xf32>
  %ones = linalg.fill ins(%one : f32) outs(%new : tensor<5xf32>) -> tensor<5xf32>
  %p = tensor.pad %ones low[1] high[1] {
  ^bb0(%i: index):
    %same = tensor.extract %ones[%zero] : tensor<5xf32>
    tensor.yield %same : f32
  } : tensor<5xf32> to tensor<7xf32>
  %x = tensor.extract %p[%zero] : tensor<7xf32>
  return %x : f32
}

func.func @scalar(%t: tensor<i8>, %value: i8) -> tensor<i8> {
  %p = tensor.pad %t low[] high[] {
    tensor.yield %value : i8
  } : tensor<i8> to tensor<i8>
  return %p : tensor<i8>
}

// What is padded is written afterwards: nothing is copied, for the padded tensor has memory of its own.
func.func @written(%t: tensor<?xi32>, %i: index, %value: i32) -> (tensor<?xi32>, tensor<?xi32>) {
  %p = tensor.pad %t low[%i] high[%i] {
  ^bb0(%k: index):
    tensor.yield %value : i32
  } : tensor<?xi32> to tensor<?xi32>
  %w = tensor.insert %value into %t[%i] : tensor<?xi32>
  return %p, %w : tensor<?xi32>, tensor<?xi32>
}
