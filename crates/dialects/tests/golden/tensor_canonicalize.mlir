// Sizes of tensors: constant where the type tells, those of the destination where an op writes to a tensor.

func.func @known(%t: tensor<4x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %t, %c0 : tensor<4x?xf32>
  %1 = tensor.dim %t, %c1 : tensor<4x?xf32>
  return %0, %1 : index, index
}

func.func @no_such_dimension(%t: tensor<4x?xf32>, %u: tensor<*xf32>) -> (index, index, index) {
  %c2 = arith.constant 2 : index
  %minus = arith.constant -1 : index
  %0 = tensor.dim %t, %c2 : tensor<4x?xf32>
  %1 = tensor.dim %t, %minus : tensor<4x?xf32>
  %2 = tensor.dim %u, %c2 : tensor<*xf32>
  return %0, %1, %2 : index, index, index
}

func.func @written(%t: tensor<4x?xf32>, %v: vector<4xf32>, %i: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = vector.transfer_write %v, %t[%c0, %c0] : vector<4xf32>, tensor<4x?xf32>
  %0 = tensor.dim %w, %c1 : tensor<4x?xf32>
  %1 = tensor.dim %w, %i : tensor<4x?xf32>
  return %0, %1 : index, index
}

func.func @second_result(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> (index, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %r:2 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%x : tensor<?xf32>) outs(%y, %z : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum, %c : f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>)
  %n = tensor.dim %r#1, %c0 : tensor<?xf32>
  return %n, %r#0, %r#1 : index, tensor<?xf32>, tensor<?xf32>
}

// Only the size that is known to be there is moved out of the loop.
func.func @in_a_loop(%t: tensor<?xf32>, %i: index, %n: index, %a: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = tensor.dim %t, %c0 : tensor<?xf32>
    %1 = tensor.dim %t, %i : tensor<?xf32>
    memref.store %0, %a[%c0] : memref<2xindex>
    memref.store %1, %a[%c1] : memref<2xindex>
  }
  return
}

func.func @ranks(%t: tensor<*xf32>, %u: tensor<4x?xf32>) -> (index, index) {
  %0 = tensor.rank %t : tensor<*xf32>
  %1 = tensor.rank %u : tensor<4x?xf32>
  return %0, %1 : index, index
}
