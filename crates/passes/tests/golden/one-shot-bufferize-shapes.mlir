// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @col(%a: tensor<4x?xf32>) -> tensor<?xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @col2(%f: f32) -> tensor<32xf32> {
  %a = bufferization.alloc_tensor() : tensor<4x8xf32>
  %z = linalg.fill ins(%f : f32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = tensor.collapse_shape %z [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %0 : tensor<32xf32>
}
func.func @col0(%a: tensor<1x1xf32>) -> tensor<f32> {
  %0 = tensor.collapse_shape %a [] : tensor<1x1xf32> into tensor<f32>
  return %0 : tensor<f32>
}
func.func @exp(%a: tensor<?x8xf32>, %n: index, %f: f32, %i: index) -> tensor<?x4x2xf32> {
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [%n, 4, 2] : tensor<?x8xf32> into tensor<?x4x2xf32>
  %1 = tensor.insert %f into %0[%i, %i, %i] : tensor<?x4x2xf32>
  return %1 : tensor<?x4x2xf32>
}
func.func @cast(%a: tensor<4xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @cast2(%a: tensor<4xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}
func.func @cast3(%a: tensor<*xf32>, %i: index) -> f32 {
  %0 = tensor.cast %a : tensor<*xf32> to tensor<?xf32>
  %1 = tensor.extract %0[%i] : tensor<?xf32>
  return %1 : f32
}
func.func @dim(%a: tensor<?x?xf32>, %i: index, %u: tensor<*xf32>) -> (index, index) {
  %0 = tensor.dim %a, %i : tensor<?x?xf32>
  %1 = tensor.rank %u : tensor<*xf32>
  return %0, %1 : index, index
}
func.func @reshape(%a: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @reshape2(%s: tensor<2xindex>) -> tensor<?x?xf32> {
  %a = bufferization.alloc_tensor() : tensor<8xf32>
  %0 = tensor.reshape %a(%s) : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
