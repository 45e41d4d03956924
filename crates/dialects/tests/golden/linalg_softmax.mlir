func.func @tensors(%x: tensor<2x16xf32>, %y: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %0 = linalg.softmax {a} dimension(1) ins(%x : tensor<2x16xf32>) outs(%y : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}
func.func @memory(%x: memref<4xi32>, %y: memref<4xi32>, %t: tensor<4xi32>) {
  linalg.softmax dimension(0) ins(%x : memref<4xi32>) outs(%y : memref<4xi32>)
  linalg.softmax dimension(0) ins(%t : tensor<4xi32>) outs(%y : memref<4xi32>)
  return
}
