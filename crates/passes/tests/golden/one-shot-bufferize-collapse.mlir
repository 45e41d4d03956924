// RUN: --one-shot-bufferize=bufferize-function-boundaries

// Strides of dimensions of one element mean nothing, so that such dimensions can be merged with any others.
func.func @row(%t: tensor<1x6xi32>, %i: index) -> i32 {
  %v = tensor.collapse_shape %t [[0, 1]] : tensor<1x6xi32> into tensor<6xi32>
  %x = tensor.extract %v[%i] : tensor<6xi32>
  return %x : i32
}

func.func @many(%t: tensor<1x?x1x3xi32>, %i: index) -> i32 {
  %v = tensor.collapse_shape %t [[0, 1, 2], [3]] : tensor<1x?x1x3xi32> into tensor<?x3xi32>
  %x = tensor.extract %v[%i, %i] : tensor<?x3xi32>
  return %x : i32
}

// Here they do not follow one another for sure.
func.func @copied(%t: tensor<1x2x5xi32>, %i: index) -> i32 {
  %v = tensor.collapse_shape %t [[0, 1, 2]] : tensor<1x2x5xi32> into tensor<10xi32>
  %x = tensor.extract %v[%i] : tensor<10xi32>
  return %x : i32
}

func.func @part(%t: tensor<6x5xi32>, %i: index) -> i32 {
  %s = tensor.extract_slice %t[%i, 0] [1, 3] [1, 1] : tensor<6x5xi32> to tensor<1x3xi32>
  %v = tensor.collapse_shape %s [[0, 1]] : tensor<1x3xi32> into tensor<3xi32>
  %x = tensor.extract %v[%i] : tensor<3xi32>
  return %x : i32
}
