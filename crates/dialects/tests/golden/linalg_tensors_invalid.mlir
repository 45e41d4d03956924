// What the verifier refuses of structured ops on tensors.

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'linalg.exp' op expected type of operand #1 ('tensor<4xf32>') to match type of corresponding result ('tensor<5xf32>')}}
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<5xf32>
  return %a : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'linalg.exp' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>)
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.exp' op expected to have pure tensor or buffer semantics}}
  linalg.exp ins(%a : tensor<4xf32>) outs(%m : memref<4xf32>)
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error @+1 {{'linalg.exp' op expected to have pure tensor or buffer semantics}}
  %0 = linalg.exp ins(%m : memref<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{'linalg.exp' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.exp' op result #0 must be variadic of ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'linalg.exp' op expected the number of tensor results (2) to be equal to the number of output tensors (1)}}
  %0:2 = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) {
  // expected-error @+1 {{'linalg.transpose' op dim(result, 0) = 8 doesn't match dim(input, permutation[0]) = 4}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [0, 1]
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) {
  // expected-error @+1 {{'linalg.reduce' op number of dimensions after reduction 1 doesn't match the init rank 2}}
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) dimensions = [1]
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) {
  // expected-error @+1 {{'linalg.map' op expected shape of input (4, 8) to match shape of output (8, 4)}}
  %0 = linalg.map { arith.addf } ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>)
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf64>) {
  // expected-error @+1 {{'linalg.matmul' op expected type of operand #2 ('tensor<4x4xf64>') to match type of corresponding result ('tensor<4x4xf32>')}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x5xf32>) {
  // expected-error @+1 {{'linalg.matmul' op inferred input/output operand #2 has shape's dimension #1 to be 4, but found 5}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%x: f64, %c: tensor<4x5xf32>) {
  // expected-error @+1 {{'linalg.fill' op expected fill value type ('f64') to match output element type ('f32')}}
  %0 = linalg.fill ins(%x : f64) outs(%c : tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
  // expected-error @+1 {{'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield %x, %y : f32, f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
  // expected-error @+1 {{'linalg.index' op expected dim (1) to be lower than the number of loops (1) of the enclosing LinalgOp}}
    %i = linalg.index 1 : index
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected type of bb argument #1 ('f64') to match element or self type of the corresponding operand ('f32')}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f64):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<3x5xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op input dim 0 should match init dim 1. input: 4, init: 5}}
  %0 = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<3x5xf32>) dimensions = [0]
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: f32) {
  // expected-error @+1 {{'linalg.exp' op operand #1 must be variadic of shaped of any type values, but got 'f32'}}
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%b : f32) -> f32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.exp' op result #0 must be variadic of ranked tensor of any type values, but got 'i32'}}
  %0 = "linalg.exp"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%p: f32, %q: f32):
    "linalg.yield"(%p) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.copy' op result #0 must be variadic of ranked tensor of any type values, but got 'i32'}}
  %0 = "linalg.copy"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%p: f32, %q: f32):
    "linalg.yield"(%p) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.generic' op result #0 must be variadic of ranked tensor of any type values, but got 'i32'}}
  %0 = "linalg.generic"(%a, %a) <{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%p: f32, %q: f32):
    "linalg.yield"(%p) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.map' op result #0 must be variadic of tensor of any type values, but got 'i32'}}
  %0 = "linalg.map"(%a, %a) ({
  ^bb0(%p: f32, %q: f32):
    "linalg.yield"(%p) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.reduce' op result #0 must be variadic of tensor of any type values, but got 'i32'}}
  %0 = "linalg.reduce"(%a, %a) <{dimensions = array<i64>}> ({
  ^bb0(%p: f32, %q: f32):
    "linalg.yield"(%p) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.transpose' op result #0 must be variadic of tensor of any type values, but got 'i32'}}
  %0 = "linalg.transpose"(%a, %a) <{permutation = array<i64: 0>}> ({
  ^bb0(%p: f32, %q: f32):
    "linalg.yield"(%p) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op result #0 must be variadic of tensor of any type values, but got 'i32'}}
  %0 = "linalg.broadcast"(%a, %a) <{dimensions = array<i64>}> ({
  ^bb0(%p: f32, %q: f32):
    "linalg.yield"(%p) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.elementwise' op result #0 must be variadic of ranked tensor of any type values, but got 'i32'}}
  %0 = "linalg.elementwise"(%a, %a) <{kind = #linalg.elementwise_kind<exp>, indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%p: f32, %q: f32):
    "linalg.yield"(%p) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.matmul' op result #0 must be variadic of ranked tensor of any type values, but got 'i32'}}
  %0 = "linalg.matmul"(%m, %m, %m) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%p: f32, %q: f32, %r: f32):
    "linalg.yield"(%r) : (f32) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.contract' op result #0 must be variadic of shaped of any type values, but got 'i32'}}
  %0 = "linalg.contract"(%m, %m, %m) <{indexing_maps = [affine_map<(i,j,k)->(i,k)>,affine_map<(i,j,k)->(k,j)>,affine_map<(i,j,k)->(i,j)>], operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%p: f32, %q: f32, %r: f32):
    "linalg.yield"(%r) : (f32) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op result #0 must be variadic of ranked tensor of any type values, but got 'i32'}}
  %0 = "linalg.batch_matmul"(%m, %m, %m) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%p: f32, %q: f32, %r: f32):
    "linalg.yield"(%r) : (f32) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.conv_2d' op result #0 must be variadic of ranked tensor of any type values, but got 'i32'}}
  %0 = "linalg.conv_2d"(%m, %m, %m) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%p: f32, %q: f32, %r: f32):
    "linalg.yield"(%r) : (f32) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %m: tensor<4x4xf32>) {
  // expected-error @+1 {{'linalg.batch_reduce_matmul' op result #0 must be variadic of ranked tensor of any type values, but got 'i32'}}
  %0 = "linalg.batch_reduce_matmul"(%m, %m, %m) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%p: f32, %q: f32, %r: f32):
    "linalg.yield"(%r) : (f32) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> i32
  return
}
