// Named ops that compute each element from one or two others.
func.func @tensors(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %init: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.ceil ins(%a : tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = linalg.erf ins(%0 : tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = linalg.floor ins(%1 : tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = linalg.log ins(%2 : tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %4 = linalg.round ins(%3 : tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %5 = linalg.rsqrt ins(%4 : tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %6 = linalg.sqrt ins(%5 : tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %7 = linalg.tanh ins(%6 : tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %8 = linalg.min ins(%7, %b : tensor<?x4xf32>, tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %9 = linalg.powf ins(%8, %b : tensor<?x4xf32>, tensor<?x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %9 : tensor<?x4xf32>
}

func.func @memory(%a: memref<4xf64>, %b: memref<4xf64>, %out: memref<4xf64>) {
  linalg.tanh {tag} ins(%a : memref<4xf64>) outs(%out : memref<4xf64>)
  linalg.sub ins(%a, %b : memref<4xf64>, memref<4xf64>) outs(%out : memref<4xf64>)
  return
}
