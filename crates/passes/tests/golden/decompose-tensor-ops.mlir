// RUN: --decompose-tensor-ops
// Unlike MLIR: it has no such pass.

func.func @concat(%a: tensor<?x4xf32>, %b: tensor<3x4xf32>, %c: tensor<?x?xf32>) -> (tensor<?x4xf32>, tensor<?x?xf32>, tensor<6x4xf32>) {
  %0 = tensor.concat dim(0) %a, %b, %a : (tensor<?x4xf32>, tensor<3x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.concat dim(1) %c, %a : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %2 = tensor.concat dim(0) %b, %b : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  return %0, %1, %2 : tensor<?x4xf32>, tensor<?x?xf32>, tensor<6x4xf32>
}

// Integers with a sign of their own, or none, pass through such as arith takes.
func.func @bitcast(%a: tensor<?x4xf32>, %b: tensor<4xui32>, %c: tensor<i8>) -> (tensor<2x?xi32>, tensor<4xf32>, tensor<si8>) {
  %0 = tensor.bitcast %a : tensor<?x4xf32> to tensor<2x?xi32>
  %1 = tensor.bitcast %b : tensor<4xui32> to tensor<4xf32>
  %2 = tensor.bitcast %c : tensor<i8> to tensor<si8>
  return %0, %1, %2 : tensor<2x?xi32>, tensor<4xf32>, tensor<si8>
}

func.func @gather(%a: tensor<3x?x5xf32>, %i: tensor<6x?x2xi32>, %j: tensor<1xindex>) -> (tensor<6x?x1x?x1xf32>, tensor<6x?x?xf32>, tensor<3x5xf32>) {
  %0 = tensor.gather %a[%i] gather_dims([0, 2]) : (tensor<3x?x5xf32>, tensor<6x?x2xi32>) -> tensor<6x?x1x?x1xf32>
  %1 = tensor.gather %a[%i] gather_dims([0, 2]) unique : (tensor<3x?x5xf32>, tensor<6x?x2xi32>) -> tensor<6x?x?xf32>
  %2 = tensor.gather %a[%j] gather_dims([1]) : (tensor<3x?x5xf32>, tensor<1xindex>) -> tensor<3x5xf32>
  return %0, %1, %2 : tensor<6x?x1x?x1xf32>, tensor<6x?x?xf32>, tensor<3x5xf32>
}

func.func @scatter(%p: tensor<6x?x?xf32>, %q: tensor<3x1x5xf32>, %a: tensor<3x?x5xf32>, %i: tensor<6x?x2xi32>, %j: tensor<1xindex>) -> (tensor<3x?x5xf32>, tensor<3x?x5xf32>) {
  %0 = tensor.scatter %p into %a[%i] scatter_dims([0, 2]) unique : (tensor<6x?x?xf32>, tensor<3x?x5xf32>, tensor<6x?x2xi32>) -> tensor<3x?x5xf32>
  %1 = tensor.scatter %q into %a[%j] scatter_dims([1]) unique : (tensor<3x1x5xf32>, tensor<3x?x5xf32>, tensor<1xindex>) -> tensor<3x?x5xf32>
  return %0, %1 : tensor<3x?x5xf32>, tensor<3x?x5xf32>
}

func.func @softmax(%a: tensor<2x?x4xf32>, %b: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<2x?x4xf32>) outs(%b : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

func.func @softmax_of_memory(%a: memref<?x4xf64>) {
  linalg.softmax dimension(1) ins(%a : memref<?x4xf64>) outs(%a : memref<?x4xf64>)
  return
}

// What has no ranks stays, and so do elements that are no floats.
func.func @left(%a: tensor<*xf32>, %b: tensor<2x4xi32>) -> (tensor<*xi32>, tensor<2x4xi32>) {
  %0 = tensor.bitcast %a : tensor<*xf32> to tensor<*xi32>
  %1 = linalg.softmax dimension(1) ins(%b : tensor<2x4xi32>) outs(%b : tensor<2x4xi32>) -> tensor<2x4xi32>
  return %0, %1 : tensor<*xi32>, tensor<2x4xi32>
}

// What has no elements is put nowhere: it would begin where the tensor has ended.
func.func @nothing_behind(%a: tensor<2x4xf32>, %b: tensor<0x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %behind = tensor.concat dim(0) %a, %b : (tensor<2x4xf32>, tensor<0x4xf32>) -> tensor<2x4xf32>
  %before = tensor.concat dim(0) %b, %a : (tensor<0x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %behind, %before : tensor<2x4xf32>, tensor<2x4xf32>
}
func.func @nothing(%a: tensor<0x5xf32>) -> tensor<0x10xf32> {
  %r = tensor.concat dim(1) %a, %a : (tensor<0x5xf32>, tensor<0x5xf32>) -> tensor<0x10xf32>
  return %r : tensor<0x10xf32>
}
