// What the verifier and the parsers of tensor ops refuse.

func.func @f(%i: index) {
  // expected-error @+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.empty(%i) : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index) {
  // expected-error @+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
  %0 = tensor.extract %t[%i] : tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'tensor.insert' op incorrect number of indices}}
  %0 = tensor.insert %x into %t[%i] : tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{expected 2 offset values, got 1}}
  %0 = tensor.extract_slice %t[0] [2] [1] : tensor<4x?xf32> to tensor<2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{expected type to be 'tensor<2x2xf32>' or a rank-reduced version. (size mismatch)}}
  %0 = tensor.extract_slice %t[0, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{expected element type to be 'f32'}}
  %0 = tensor.extract_slice %t[0, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xi32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{expected rank to be smaller or equal to the other rank.}}
  %0 = tensor.extract_slice %t[0, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2x1xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{slice along dimension 0 runs out-of-bounds: 4 >= 4}}
  %0 = tensor.extract_slice %t[3, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{expected offsets to be non-negative, but got -1}}
  %0 = tensor.extract_slice %t[-1, 0] [2, 2] [1, 1] : tensor<4x?xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %s: tensor<2x3xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{expected type to be 'tensor<2x2xf32>' or a rank-reduced version. (size mismatch)}}
  %0 = tensor.insert_slice %s into %t[0, 0] [2, 2] [1, 1] : tensor<2x3xf32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %s: tensor<2x3xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{slice along dimension 0 runs out-of-bounds: 4 >= 4}}
  %0 = tensor.insert_slice %s into %t[3, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %s: tensor<2x3x4xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{expected rank to be smaller or equal to the other rank.}}
  %0 = tensor.insert_slice %s into %t[0, 0] [2, 3] [1, 1] : tensor<2x3x4xf32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %s: tensor<2x3xi32>, %i: index, %x: f32) {
  // expected-error @+1 {{expected element type to be 'f32'}}
  %0 = tensor.insert_slice %s into %t[0, 0] [2, 3] [1, 1] : tensor<2x3xi32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<4x?xf32>' and result type 'tensor<5x?xf32>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<5x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<4x?xf32>' and result type 'tensor<4x?xi32>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<4x?xi32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{custom op 'tensor.from_elements' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = tensor.from_elements %x : tensor<2xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'tensor.from_elements' op failed to verify that operand types match result element type}}
  %0 = "tensor.from_elements"(%x) : (f32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: f32, %i: i32) {
  // expected-error @+1 {{'tensor.from_elements' op failed to verify that operand types match result element type}}
  %0 = "tensor.from_elements"(%x, %i) : (f32, i32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: f32, %i: i32) {
  // expected-error @+1 {{'tensor.from_elements' op result #0 must be statically shaped tensor of any type values, but got 'tensor<?xf32>'}}
  %0 = "tensor.from_elements"(%x, %x) : (f32, f32) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: f32, %i: index) {
  // expected-error @+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.splat %x[%i] : tensor<2xf32>
  return
}

// -----

func.func @f(%x: f32, %i: index) {
  // expected-error @+1 {{'tensor.splat' op failed to verify that operand type matches element type of result}}
  %0 = "tensor.splat"(%x) : (f32) -> tensor<2xi32>
  return
}

// -----

func.func @f(%x: f32, %i: index) {
  // expected-error @+1 {{'tensor.generate' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.generate %i { ^bb0(%a: index):
  tensor.yield %x : f32 } : tensor<2xf32>
  return
}

// -----

func.func @f(%x: f32, %i: index) {
  // expected-error @+1 {{must have one body argument per input dimension}}
  %0 = tensor.generate %i { ^bb0(%a: index, %b: index):
  tensor.yield %x : f32 } : tensor<?xf32>
  return
}

// -----

func.func @f(%x: f32, %i: index) {
  // expected-error @+1 {{all body arguments must be index}}
  %0 = tensor.generate %i { ^bb0(%a: i32):
  tensor.yield %x : f32 } : tensor<?xf32>
  return
}

// -----

func.func @f(%x: f32, %i: index) {
  // expected-error @+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
  %0 = tensor.generate %i { ^bb0(%a: index):
  tensor.yield %i : index } : tensor<?xf32>
  return
}

// -----

func.func @f(%x: f32, %i: index) {
  // expected-error @+1 {{'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'}}
  tensor.yield %x : f32
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x?xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).}}
  %0 = tensor.collapse_shape %t [[0], [2]] : tensor<4x?xf32> into tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is  1.}}
  %0 = tensor.collapse_shape %t [[0]] : tensor<4x?xf32> into tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 12}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x3xf32> into tensor<13xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected collapsed type to be 'tensor<12xf32>', but got 'tensor<12xi32>'}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x3xf32> into tensor<12xi32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %i: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (3) but found 2 inputs instead}}
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 2] : tensor<4x?xf32> into tensor<2x2x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<2xindex>) {
  // expected-error @+1 {{'tensor.reshape' op length of shape operand differs from the result's tensor rank}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xindex>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<?xindex>) {
  // expected-error @+1 {{'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<?xindex>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<1xindex>) {
  // expected-error @+1 {{'tensor.reshape' op source and destination tensor should have the same number of elements}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xindex>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<1xindex>) {
  // expected-error @+1 {{'tensor.reshape' op element types of source and destination tensor types should be the same}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xindex>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<1x1xindex>) {
  // expected-error @+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<1x1xindex>'}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1x1xindex>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%v: tensor<4xf32>, %q: tensor<2xf32>) -> tensor<4xf32> {
  %14 = scf.forall (%k) in (4) shared_outs(%o = %v) -> tensor<4xf32> {
    scf.forall.in_parallel {
  // expected-error @+1 {{expected type to be 'tensor<1xf32>' or a rank-reduced version. (size mismatch)}}
      tensor.parallel_insert_slice %q into %o[%k] [1] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %14 : tensor<4xf32>
}

// -----

func.func @f(%v: tensor<4xf32>, %q: tensor<1xf32>, %k: index) {
  // expected-error @+1 {{expected InParallelOpInterface parent, got:}}
      tensor.parallel_insert_slice %q into %v[%k] [1] [1] : tensor<1xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%v: tensor<4xf32>, %q: tensor<1xf32>) -> tensor<4xf32> {
  %14 = scf.forall (%k) in (4) shared_outs(%o = %v) -> tensor<4xf32> {
    scf.forall.in_parallel {
  // expected-error @+1 {{'tensor.parallel_insert_slice' op may only insert into an output block argument}}
      tensor.parallel_insert_slice %q into %v[%k] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %14 : tensor<4xf32>
}

// -----

func.func @f(%v: tensor<4xf32>, %q: tensor<1xf32>) -> tensor<4xf32> {
  %14 = scf.forall (%k) in (4) shared_outs(%o = %v) -> tensor<4xf32> {
    scf.forall.in_parallel {
  // expected-error @+1 {{offset 0 is out-of-bounds: 4 >= 4}}
      tensor.parallel_insert_slice %q into %o[4] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %14 : tensor<4xf32>
}

// -----

func.func @f() -> tensor<4xi32> {
  // expected-error @+1 {{custom op 'tensor.empty' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xi32>'}}
  %0 = tensor.empty() : tensor<*xi32>
  return 
}

// -----

func.func @f() -> tensor<4xi32> {
  // expected-error @+1 {{custom op 'tensor.empty' invalid kind of type specified: expected builtin.tensor, but found 'memref<4xi32>'}}
  %0 = tensor.empty() : memref<4xi32>
  return 
}

// -----

func.func @f(%t: tensor<4x3xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to be valid and contiguous.}}
  %0 = tensor.collapse_shape %t [[1], [0]] : tensor<4x3xf32> into tensor<3x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3x2xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to be valid and contiguous.}}
  %0 = tensor.collapse_shape %t [[0, 2], [1]] : tensor<4x3x2xf32> into tensor<8x3xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3x2xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (3), but it is  2.}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x3x2xf32> into tensor<12xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3x2xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (3), but it is  4.}}
  %0 = tensor.collapse_shape %t [[0], [1, 2, 3]] : tensor<4x3x2xf32> into tensor<4x6xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3x2xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op reassociation indices must not be empty}}
  %0 = tensor.collapse_shape %t [[0], [], [1, 2]] : tensor<4x3x2xf32> into tensor<4x1x6xf32>
  return
}

// -----

func.func @f(%t: tensor<?x3x2xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 1 of collapsed type to be static value of 6}}
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<?x3x2xf32> into tensor<?x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected the expanded type, 'tensor<4x3xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<4x3x1xf32>'.}}
  %0 = tensor.collapse_shape %t [[0], [1]] : tensor<4x3xf32> into tensor<4x3x1xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected the expanded type, 'tensor<4x3xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<4x3x1xf32>'.}}
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<4x3xf32> into tensor<4x3x1xf32>
  return
}

// -----

func.func @f(%t: tensor<12xf32>, %i: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).}}
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [4, 3, 1] : tensor<12xf32> into tensor<4x3x1xf32>
  return
}

// -----

func.func @f(%t: tensor<12xf32>, %i: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 16}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, 4] : tensor<12xf32> into tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<12xf32>, %i: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, %i] : tensor<12xf32> into tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %i: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 12}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, 3] : tensor<?xf32> into tensor<4x3xf32>
  return
}

// -----

func.func @f(%t: tensor<12xf32>, %i: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected collapsed type to be 'tensor<12xi32>', but got 'tensor<12xf32>'}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xi32>
  return
}

// -----

func.func @f(%t: tensor<12x4xf32>, %i: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (1) but found 2 inputs instead}}
  %0 = tensor.expand_shape %t [[0], [1]] output_shape [4, 3] : tensor<12x4xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %i: index) {
  // expected-error @+1 {{'tensor.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 1 dynamic dims while output_shape has 0 values}}
  %0 = "tensor.expand_shape"(%t) <{reassociation = [[0, 1]], static_output_shape = array<i64: -9223372036854775808, 4>}> : (tensor<?xf32>) -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %i: index) {
  // expected-error @+1 {{expected type to be 'tensor<?xf32>' or a rank-reduced version. (size mismatch)}}
  %0 = tensor.extract_slice %t[%i] [%i] [1] : tensor<?xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %q: tensor<4xf32>, %i: index) {
  // expected-error @+1 {{expected type to be 'tensor<?xf32>' or a rank-reduced version. (size mismatch)}}
  %0 = tensor.insert_slice %q into %t[%i] [%i] [1] : tensor<4xf32> into tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<?x?xf32>, %q: tensor<4xf32>, %i: index) {
  // expected-error @+1 {{expected sizes to be non-negative, but got -4}}
  %0 = tensor.extract_slice %t[0, 0] [1, -4] [1, 1] : tensor<?x?xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'tensor.generate' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  %0 = "tensor.generate"(%i) ({ }) : (index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'tensor.generate' op expects a non-empty block}}
  %0 = "tensor.generate"(%i) ({ ^bb0(%a: index): }) : (index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // expected-error @+1 {{'tensor.generate' op expects region #0 to have 0 or 1 blocks}}
  %0 = "tensor.generate"(%i) ({ ^bb0(%a: index):
   "tensor.yield"(%x) : (f32) -> ()
 ^bb1: 
   "tensor.yield"(%x) : (f32) -> ()
   }) : (index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%i: index, %x: i32, %t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.insert' op failed to verify that scalar type matches element type of dest}}
  %0 = "tensor.insert"(%x, %t, %i) : (i32, tensor<4xf32>, index) -> tensor<4xf32>
  return
}

// -----

func.func @f(%i: index, %x: f32, %t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.insert' op failed to verify that result type matches type of dest}}
  %0 = "tensor.insert"(%x, %t, %i) : (f32, tensor<4xf32>, index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%i: index, %x: f32, %t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.extract' op failed to verify that result type matches element type of tensor}}
  %0 = "tensor.extract"(%t, %i) : (tensor<4xf32>, index) -> i32
  return
}

// -----

func.func @f(%x: tensor<1xf32>, %t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.insert_slice' op failed to verify that expected result type to match dest type}}
  %0 = "tensor.insert_slice"(%x, %t) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<1xf32>, %t: tensor<*xf32>, %i: index) {
  // expected-error @+1 {{custom op 'tensor.extract' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.extract %t[%i] : tensor<*xf32>
  return
}
