func.func @a(%t: tensor<2x16xf32>, %o: tensor<2x16xf32>) -> tensor<2x16xf32> {
  // expected-error @+1 {{'linalg.softmax' op incorrect dimension specified}}
  %0 = linalg.softmax dimension(2) ins(%t : tensor<2x16xf32>) outs(%o : tensor<2x16xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

func.func @a(%t: tensor<2x16xf32>, %o: tensor<2x16xf32>) -> tensor<2x16xf32> {
  // expected-error @+1 {{'linalg.softmax' op incorrect dimension specified}}
  %0 = linalg.softmax dimension(-1) ins(%t : tensor<2x16xf32>) outs(%o : tensor<2x16xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

func.func @a(%t: tensor<2x16xf32>, %o: tensor<2x15xf32>) -> tensor<2x15xf32> {
  // expected-error @+1 {{'linalg.softmax' op incompatible output shape}}
  %0 = linalg.softmax dimension(1) ins(%t : tensor<2x16xf32>) outs(%o : tensor<2x15xf32>) -> tensor<2x15xf32>
  return %0 : tensor<2x15xf32>
}

// -----

func.func @a(%t: tensor<2x16xf32>, %o: tensor<2x16xf64>) -> tensor<2x16xf64> {
  // expected-error @+1 {{'linalg.softmax' op failed to verify that input and output have same element type}}
  %0 = linalg.softmax dimension(1) ins(%t : tensor<2x16xf32>) outs(%o : tensor<2x16xf64>) -> tensor<2x16xf64>
  return %0 : tensor<2x16xf64>
}

// -----

func.func @a(%t: tensor<2x16xf32>, %o: tensor<2x16xf32>) {
  // expected-error @+1 {{'linalg.softmax' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  linalg.softmax dimension(1) ins(%t : tensor<2x16xf32>) outs(%o : tensor<2x16xf32>)
  return
}

// -----

func.func @a(%t: tensor<2x16xf32>, %o: tensor<2x16xf32>) -> tensor<2x15xf32> {
  // expected-error @+1 {{'linalg.softmax' op expected type of operand #1 ('tensor<2x16xf32>') to match type of corresponding result ('tensor<2x15xf32>')}}
  %0 = linalg.softmax dimension(1) ins(%t : tensor<2x16xf32>) outs(%o : tensor<2x16xf32>) -> tensor<2x15xf32>
  return %0 : tensor<2x15xf32>
}

// -----

func.func @a(%t: memref<2x16xf32>, %o: memref<2x16xf32>) -> tensor<2x16xf32> {
  // expected-error @+1 {{'linalg.softmax' op expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %0 = linalg.softmax dimension(1) ins(%t : memref<2x16xf32>) outs(%o : memref<2x16xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

func.func @a(%t: tensor<*xf32>, %o: tensor<?x16xf32>) -> tensor<?x16xf32> {
  // expected-error @+1 {{'linalg.softmax' op incompatible output shape}}
  %0 = linalg.softmax dimension(1) ins(%t : tensor<*xf32>) outs(%o : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}

// -----

func.func @a(%t: vector<16xf32>, %o: vector<16xf32>) {
  // expected-error @+1 {{'linalg.softmax' op expected that operand #1 is a tensor or a memref}}
  linalg.softmax dimension(0) ins(%t : vector<16xf32>) outs(%o : vector<16xf32>)
 return }

// -----

func.func @a(%t: tensor<f32>, %o: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'linalg.softmax' op incorrect dimension specified}}
  %0 = linalg.softmax dimension(0) ins(%t : tensor<f32>) outs(%o : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
