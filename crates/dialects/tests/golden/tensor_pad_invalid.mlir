func.func @a(%t: tensor<2x3xf32>, %c: f32) -> tensor<4x5xf32> {
  // expected-error @+1 {{failed to infer expectedType from sourceType 'tensor<2x3xf32>', specified resultType is 'tensor<4x5xf32>'}}
  %0 = tensor.pad %t low[1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @b(%t: tensor<2x3xf32>, %c: f32) -> tensor<4x6xf32> {
  // expected-error @+1 {{specified type 'tensor<4x6xf32>' does not match the inferred type 'tensor<4x5xf32>'}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @c(%t: tensor<2x3xf32>, %c: f32) -> tensor<4xf32> {
  // expected-error @+1 {{specified type 'tensor<4xf32>' does not match the inferred type 'tensor<4x5xf32>'}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @d(%t: tensor<2x3xf32>, %c: f32) -> tensor<4x5xf32> {
  // expected-error @+1 {{expected the block to have 2 arguments}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @e(%t: tensor<2x3xf32>, %c: f32) -> tensor<4x5xf32> {
  // expected-error @+1 {{'tensor.pad' op expected block argument 2 to be an index}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: i32):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%t: tensor<2x3xf32>, %c: f64) -> tensor<4x5xf32> {
  // expected-error @+1 {{'tensor.pad' op expected yield type to match shape element type}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f64
  } : tensor<2x3xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @g(%t: tensor<2x3xf32>, %c: f64) -> tensor<4x5xf32> {
  // expected-error @+1 {{'tensor.yield' op requires a single operand}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
  } : tensor<2x3xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @i(%t: tensor<2x3xf32>, %c: f32) -> tensor<4x5xf64> {
  // expected-error @+1 {{'tensor.pad' op expected yield type to match shape element type}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<4x5xf64>
  return %0 : tensor<4x5xf64>
}

// -----

func.func @j(%t: tensor<2x3xf32>, %c: f32) -> tensor<4x5xf32> {
  // expected-error @+1 {{specified type 'tensor<4x5xf32>' does not match the inferred type 'tensor<0x5xf32>'}}
  %0 = tensor.pad %t low[-3, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @k(%t: tensor<2x3xf32>, %c: f32) -> tensor<?x5xf32> {
  // expected-error @+1 {{specified type 'tensor<?x5xf32>' does not match the inferred type 'tensor<-1x5xf32>'}}
  %0 = tensor.pad %t low[-3, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// -----

func.func @l(%t: tensor<2x3xf32>, %c: f32) -> tensor<?x5xf32> {
  %0 = "test.pad"(%t) : (tensor<2x3xf32>) -> tensor<?x5xf32>
  // expected-error @+1 {{'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'}}
  tensor.yield %c : f32
}

// -----

func.func @m(%t: tensor<2x3xf32>, %c: f32) -> tensor<4x5xf32> {
  // expected-error @+1 {{'tensor.yield' op requires a single operand}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  } : tensor<2x3xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @n(%t: tensor<2x3xf32>, %c: f32) -> tensor<4x5xf32> {
  // expected-error @+1 {{'tensor.pad' op expects region #0 to have 0 or 1 blocks}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  ^bb1:
    tensor.yield %c : f32
  } : tensor<2x3xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @a(%t: tensor<2x3xf32>, %u: tensor<2x3xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<4x4xf32>'does not match inferred shape 'tensor<4x3xf32>' static sizes}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @b(%t: tensor<2x3xf32>, %u: tensor<2x3xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
  %0 = tensor.concat dim(2) %t, %u : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @c(%t: tensor<2x3xf32>, %u: tensor<2x3xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{'tensor.concat' op concatenation dim must not be negative}}
  %0 = tensor.concat dim(-1) %t, %u : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @d(%t: tensor<2x3xf32>, %u: tensor<6xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{'tensor.concat' op rank of concatenated inputs must match result rank}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<2x3xf32>, tensor<6xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @e(%t: tensor<2x3xf32>, %u: tensor<2x3xf64>) -> tensor<4x3xf32> {
  // expected-error @+1 {{'tensor.concat' op inputs and result element type must match}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @f(%t: tensor<2x3xf32>, %u: tensor<2x4xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{'tensor.concat' op static concatenation size mismatch along non-concatenated dimension 1}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @g(%t: tensor<2x3xf32>, %u: tensor<2x3xf32>) -> tensor<5x3xf32> {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<5x3xf32>'does not match inferred shape 'tensor<4x3xf32>' static sizes}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @h() -> tensor<5x3xf32> {
  // expected-error @+1 {{'tensor.concat' op requires at least one input}}
  %0 = tensor.concat dim(0) : () -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @i(%t: tensor<f32>, %u: tensor<f32>) -> tensor<2xf32> {
  // expected-error @+1 {{'tensor.concat' op rank of concatenated inputs must match result rank}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @l(%t: tensor<2x3xf32>, %u: tensor<2x3xf32>) -> tensor<4x3xf64> {
  // expected-error @+1 {{'tensor.concat' op inputs and result element type must match}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}

// -----

func.func @m(%t: tensor<2x?xf32>, %u: tensor<2x3xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<4x4xf32>'does not match inferred shape 'tensor<4x3xf32>' static sizes}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @n(%t: tensor<2x?xf32>, %u: tensor<2x3xf32>) -> tensor<4x3x1xf32> {
  // expected-error @+1 {{'tensor.concat' op rank of concatenated inputs must match result rank}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<4x3x1xf32>
  return %0 : tensor<4x3x1xf32>
}

// -----

func.func @p(%t: tensor<2x3xf32>) -> tensor<3x3xf32> {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<3x3xf32>'does not match inferred shape 'tensor<2x3xf32>' static sizes}}
  %0 = tensor.concat dim(0) %t : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

func.func @q(%t: tensor<2x3xf32>, %u: tensor<*xf32>) -> tensor<3x3xf32> {
  // expected-error @+1 {{'tensor.concat' op operand #1 must be variadic of ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<2x3xf32>, tensor<*xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

func.func @a(%s: tensor<4x5x6xf32>, %i: tensor<6x7x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims must be non-empty}}
  %0 = tensor.gather %s[%i] gather_dims([]) : (tensor<4x5x6xf32>, tensor<6x7x1xindex>) -> tensor<6x7xf32>
  return
}

// -----

func.func @b(%s: tensor<4x5x6xf32>, %i: tensor<6x7x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims overflow source rank}}
  %0 = tensor.gather %s[%i] gather_dims([0,1,2,3]) : (tensor<4x5x6xf32>, tensor<6x7x1xindex>) -> tensor<6x7xf32>
  return
}

// -----

func.func @c(%s: tensor<4x5x6xf32>, %i: tensor<6x7x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims value must be non-negative}}
  %0 = tensor.gather %s[%i] gather_dims([-1]) : (tensor<4x5x6xf32>, tensor<6x7x1xindex>) -> tensor<6x7xf32>
  return
}

// -----

func.func @d(%s: tensor<4x5x6xf32>, %i: tensor<6x7x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims value must be smaller than source rank}}
  %0 = tensor.gather %s[%i] gather_dims([3]) : (tensor<4x5x6xf32>, tensor<6x7x1xindex>) -> tensor<6x7xf32>
  return
}

// -----

func.func @e(%s: tensor<4x5x6xf32>, %i: tensor<6x7x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  %0 = tensor.gather %s[%i] gather_dims([1,0]) : (tensor<4x5x6xf32>, tensor<6x7x1xindex>) -> tensor<6x7xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5x6xf32>, %i: tensor<6x7x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  %0 = tensor.gather %s[%i] gather_dims([1,1]) : (tensor<4x5x6xf32>, tensor<6x7x1xindex>) -> tensor<6x7xf32>
  return
}

// -----

func.func @g(%s: tensor<4x5x6xf32>, %i: tensor<6x7x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op result type mismatch: expected 'tensor<6x7x4x1x6xf32>' or its rank-reduced variant 'tensor<6x7x4x6xf32>' (got: 'tensor<6x7xf32>')}}
  %0 = tensor.gather %s[%i] gather_dims([1]) : (tensor<4x5x6xf32>, tensor<6x7x1xindex>) -> tensor<6x7xf32>
  return
}

// -----

func.func @h(%s: tensor<4x5x6xf32>, %i: tensor<6x7x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  %0 = tensor.gather %s[%i] gather_dims([1]) : (tensor<4x5x6xf32>, tensor<6x7x2xindex>) -> tensor<6x7x4x1x6xf32>
  return
}

// -----

func.func @i(%s: tensor<4x5x6xf32>, %i: tensor<6x7x2xf32>) {
  // expected-error @+1 {{'tensor.gather' op operand #1 must be ranked tensor of signless integer or index values, but got 'tensor<6x7x2xf32>'}}
  %0 = tensor.gather %s[%i] gather_dims([1]) : (tensor<4x5x6xf32>, tensor<6x7x2xf32>) -> tensor<6x7x4x1x6xf32>
  return
}

// -----

func.func @j(%s: tensor<4x5x6xf32>, %i: tensor<index>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  %0 = tensor.gather %s[%i] gather_dims([1]) : (tensor<4x5x6xf32>, tensor<index>) -> tensor<4x1x6xf32>
  return
}

// -----

func.func @l(%s: tensor<4x5x6xf32, "enc">, %i: tensor<?x1xi8>) {
  // expected-error @+1 {{'tensor.gather' op result type mismatch: expected 'tensor<?x4x1x6xf32, "enc">' or its rank-reduced variant 'tensor<?x4x6xf32, "enc">' (got: 'tensor<?x4x6xf32>')}}
  %0 = tensor.gather %s[%i] gather_dims([1]) unique {a} : (tensor<4x5x6xf32, "enc">, tensor<?x1xi8>) -> tensor<?x4x6xf32>
  return
}

// -----

func.func @m(%s: tensor<?x4x1x6xf32>, %d: tensor<4x5x6xf32>, %i: tensor<?x1xi8>) {
  // expected-error @+1 {{'tensor.scatter' op requires 'unique' attribute to be set}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) : (tensor<?x4x1x6xf32>, tensor<4x5x6xf32>, tensor<?x1xi8>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @o(%s: tensor<?x4x1x7xf32>, %d: tensor<4x5x6xf32>, %i: tensor<?x1xi8>) {
  // expected-error @+1 {{'tensor.scatter' op source type mismatch: expected 'tensor<?x4x1x6xf32>' or its rank-reduced variant 'tensor<?x4x6xf32>' (got: 'tensor<?x4x1x7xf32>')}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique {b} : (tensor<?x4x1x7xf32>, tensor<4x5x6xf32>, tensor<?x1xi8>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @p(%s: tensor<?x4x1x6xf32>, %d: tensor<4x5x6xf32>, %i: tensor<?x1xi8>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims must be non-empty}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([]) unique {b} : (tensor<?x4x1x6xf32>, tensor<4x5x6xf32>, tensor<?x1xi8>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @q(%s: tensor<?x4x1x6xf32>, %d: tensor<4x5x6xf32>, %i: tensor<?x1xi8>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims overflow dest rank}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0,1,2,3]) unique {b} : (tensor<?x4x1x6xf32>, tensor<4x5x6xf32>, tensor<?x1xi8>) -> tensor<4x5x7xf32>
  return
}

// -----

func.func @r(%s: tensor<?x4x1x6xf32>, %d: tensor<4x5x6xf32>, %i: tensor<?x1xi8>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims length must match the size of last dimension of indices}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([2,1]) unique {b} : (tensor<?x4x1x6xf32>, tensor<4x5x6xf32>, tensor<?x1xi8>) -> tensor<4x5x7xf32>
  return
}

// -----

func.func @t(%s: tensor<?x4x1x6xf32>, %d: tensor<4x5x6xf32>, %i: tensor<?x1xi8>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims value must be smaller than dest rank}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([5]) unique {b} : (tensor<?x4x1x6xf32>, tensor<4x5x6xf32>, tensor<?x1xi8>) -> tensor<4x5x7xf32>
  return
}

// -----

func.func @v(%s: tensor<4xi32>) {
  // expected-error @+1 {{'tensor.bitcast' op operand type 'tensor<4xi32>' and result type 'tensor<4xi16>' are cast incompatible}}
  %0 = tensor.bitcast %s : tensor<4xi32> to tensor<4xi16>
  return
}

// -----

func.func @w(%s: tensor<4xindex>) {
  // expected-error @+1 {{'tensor.bitcast' op operand #0 must be tensor of signless integer or unsigned integer or signed integer or floating-point values, but got 'tensor<4xindex>'}}
  %0 = tensor.bitcast %s : tensor<4xindex> to tensor<4xi64>
  return
}

// -----

func.func @w(%s: tensor<4xi32>) {
  // expected-error @+1 {{'tensor.bitcast' op operand type 'tensor<4xi32>' and result type 'tensor<5xi32>' are cast incompatible}}
  %0 = tensor.bitcast %s : tensor<4xi32> to tensor<5xi32>
  return
}

// -----

func.func @w(%s: tensor<4xi32>) {
  // expected-error @+1 {{'tensor.bitcast' op operand type 'tensor<4xi32>' and result type 'tensor<4x1xi32>' are cast incompatible}}
  %0 = tensor.bitcast %s : tensor<4xi32> to tensor<4x1xi32>
  return
}

// -----

func.func @x(%s: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{'tensor.bitcast' op operand #0 must be tensor of signless integer or unsigned integer or signed integer or floating-point values, but got 'tensor<4xcomplex<f32>>'}}
  %0 = tensor.bitcast %s : tensor<4xcomplex<f32>> to tensor<4xi64>
  return
}
