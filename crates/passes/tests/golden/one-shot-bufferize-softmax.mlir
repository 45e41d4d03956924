// RUN: --one-shot-bufferize=bufferize-function-boundaries

// The output is not read, so that it needs no contents; it is copied to, since it is read afterwards.
func.func @rows(%x: tensor<?x8xf64>, %out: tensor<?x8xf64>, %i: index) -> (tensor<?x8xf64>, f64) {
  %s = linalg.softmax dimension(1) ins(%x : tensor<?x8xf64>) outs(%out : tensor<?x8xf64>) -> tensor<?x8xf64>
  %old = tensor.extract %out[%i, %i] : tensor<?x8xf64>
  return %s, %old : tensor<?x8xf64>, f64
}

func.func @in_place(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = linalg.softmax dimension(0) ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}

func.func @again(%x: tensor<?xf32>, %i: index, %v: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = linalg.softmax dimension(0) ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  %t = tensor.insert %v into %s[%i] : tensor<?xf32>
  return %s, %t : tensor<?xf32>, tensor<?xf32>
}
