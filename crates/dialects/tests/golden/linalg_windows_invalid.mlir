// Wrong transpositions, broadcasts and reductions, and what MLIR 22 says of them.

func.func @f(%w: memref<2x3xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.transpose' op permutation is not valid}}
  linalg.transpose ins(%w : memref<2x3xf32>) outs(%e : memref<3x2xf32>) permutation = [1, 1]
  return
}

// -----

func.func @f(%w: memref<2x3xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.transpose' op dim(result, 0) = 3 doesn't match dim(input, permutation[0]) = 2}}
  linalg.transpose ins(%w : memref<2x3xf32>) outs(%e : memref<3x2xf32>) permutation = [0, 1]
  return
}

// -----

func.func @f(%w: memref<2x3xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.transpose' op size of permutation 3 does not match the argument rank 2}}
  linalg.transpose ins(%w : memref<2x3xf32>) outs(%e : memref<3x2xf32>) permutation = [0, 1, 2]
  return
}

// -----

func.func @f(%w: memref<2x3xf32>, %e: memref<3xf32>) {
  // expected-error @+1 {{'linalg.transpose' op input rank 2 does not match init rank 1}}
  linalg.transpose ins(%w : memref<2x3xf32>) outs(%e : memref<3xf32>) permutation = [0, 1]
  return
}

// -----

func.func @f(%w: memref<2x3xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op input rank plus added dimensions does not match init rank. input rank: 2, dimensions size: 1, init rank: 2}}
  linalg.broadcast ins(%w : memref<2x3xf32>) outs(%e : memref<3x2xf32>) dimensions = [0]
  return
}

// -----

func.func @f(%w: memref<2xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op input dim 0 should match init dim 0. input: 2, init: 3}}
  linalg.broadcast ins(%w : memref<2xf32>) outs(%e : memref<3x2xf32>) dimensions = [1]
  return
}

// -----

func.func @f(%w: memref<2xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: 2}}
  linalg.broadcast ins(%w : memref<2xf32>) outs(%e : memref<3x2xf32>) dimensions = [2]
  return
}

// -----

func.func @f(%w: memref<2xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.reduce' op init dimensions [2] doesn't match input dimensions after reduction [3]}}
  linalg.reduce { arith.addf } ins(%e : memref<3x2xf32>) outs(%w : memref<2xf32>) dimensions = [1]
  return
}

// -----

func.func @f(%w: memref<2xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order}}
  linalg.reduce { arith.addf } ins(%e : memref<3x2xf32>) outs(%w : memref<2xf32>) dimensions = [0, 0]
  return
}

// -----

func.func @f(%w: memref<2xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.reduce' op dimensions for reduction should be in the range [0, 1].}}
  linalg.reduce { arith.addf } ins(%e : memref<3x2xf32>) outs(%w : memref<2xf32>) dimensions = [2]
  return
}

// -----

func.func @f(%w: memref<2xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.reduce' op number of dimensions after reduction 2 doesn't match the init rank 1}}
  linalg.reduce { arith.addf } ins(%e : memref<3x2xf32>) outs(%w : memref<2xf32>) dimensions = []
  return
}

// -----

func.func @f(%w: memref<2xf32>, %e: memref<3x2xf32>) {
  // expected-error @+1 {{'linalg.reduce' op mismatching number of operands and block arguments}}
  linalg.reduce ins(%e : memref<3x2xf32>) outs(%w : memref<2xf32>) dimensions = [0] (%a: f32) { linalg.yield %a : f32 }
  return
}

// -----

func.func @f(%a: memref<1x4x4x1xf32>, %w: memref<2x2x1x1xf32>, %o: memref<1x3x3x1xf32>) {
  // expected-error @+1 {{custom op 'linalg.conv_2d_nhwc_hwcf' 'linalg.conv_2d_nhwc_hwcf' op attribute 'dilations' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %w : memref<1x4x4x1xf32>, memref<2x2x1x1xf32>) outs(%o : memref<1x3x3x1xf32>)
  return
}

// -----

func.func @f(%a: memref<1x4x4x1xf32>, %w: memref<2x2x1x1xf32>, %o: memref<1x3x3x1xf32>) {
  // expected-error @+1 {{custom op 'linalg.conv_2d_nhwc_hwcf' 'linalg.conv_2d_nhwc_hwcf' op attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi32>} ins(%a, %w : memref<1x4x4x1xf32>, memref<2x2x1x1xf32>) outs(%o : memref<1x3x3x1xf32>)
  return
}

// -----

func.func @f(%a: memref<1x4x4x1xf32>, %w: memref<2x2x1x1xf32>, %o: memref<1x3x3x1xf32>) {
  // expected-error @+1 {{custom op 'linalg.conv_2d_nhwc_hwcf' 'linalg.conv_2d_nhwc_hwcf' op attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  linalg.conv_2d_nhwc_hwcf {strides = dense<1> : vector<2x2xi64>} ins(%a, %w : memref<1x4x4x1xf32>, memref<2x2x1x1xf32>) outs(%o : memref<1x3x3x1xf32>)
  return
}

// -----

func.func @f(%a: memref<1x4x4x1xf32>, %w: memref<2x2xf32>, %o: memref<1x3x3x1xf32>) {
  // expected-error @+1 {{custom op 'linalg.pooling_nhwc_max_unsigned' unsupported operation: unsigned max not on uint}}
  linalg.pooling_nhwc_max_unsigned ins(%a, %w : memref<1x4x4x1xf32>, memref<2x2xf32>) outs(%o : memref<1x3x3x1xf32>)
  return
}

// -----

func.func @f(%a: memref<1x4x4x1xi1>, %w: memref<2x2xi1>, %o: memref<1x3x3x1xi1>) {
  // expected-error @+1 {{custom op 'linalg.pooling_nhwc_min_unsigned' unsupported operation: unsigned min not on uint}}
  linalg.pooling_nhwc_min_unsigned ins(%a, %w : memref<1x4x4x1xi1>, memref<2x2xi1>) outs(%o : memref<1x3x3x1xi1>)
  return
}

// -----

func.func @a(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>) {
  // expected-error @+1 {{unexpected input index map for convolutions}}
  linalg.conv_1d_nwc_wcf {dilations = dense<0> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}
    ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

// -----

func.func @a(%a: memref<?x?x?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?x?x?xf32>) {
  // expected-error @+1 {{unexpected loop dimension for convolution op}}
  linalg.pooling_nhwc_sum {dilations = dense<[1, 3]> : tensor<2xi64>, strides = dense<[0, 2]> : tensor<2xi64>}
    ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?x?x?xf32>)
  return
}
