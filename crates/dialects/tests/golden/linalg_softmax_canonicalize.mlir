func.func @casts(%x: tensor<2x16xf32>, %y: tensor<2x16xf32>, %m: memref<2x16xf32>) -> (tensor<?x?xf32>, index) {
  %c = tensor.cast %x : tensor<2x16xf32> to tensor<?x?xf32>
  %d = tensor.cast %y : tensor<2x16xf32> to tensor<?x?xf32>
  %0 = linalg.softmax {a} dimension(1) ins(%c : tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.softmax dimension(1) ins(%x : tensor<2x16xf32>) outs(%y : tensor<2x16xf32>) -> tensor<2x16xf32>
  %mc = memref.cast %m : memref<2x16xf32> to memref<?x?xf32>
  linalg.softmax dimension(0) ins(%mc : memref<?x?xf32>) outs(%mc : memref<?x?xf32>)
  %c0 = arith.constant 0 : index
  %2 = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %0, %2 : tensor<?x?xf32>, index
}
func.func @size(%x: tensor<2x16xf32>, %y: tensor<?x16xf32>) -> index {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x16xf32>) outs(%y : tensor<?x16xf32>) -> tensor<?x16xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.dim %0, %c0 : tensor<?x16xf32>
  return %1 : index
}
