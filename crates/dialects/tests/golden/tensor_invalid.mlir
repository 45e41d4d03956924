func.func @no_dimension(%t: tensor<f32>, %i: index) -> index {
  // expected-error@+1 {{'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'tensor<f32>'}}
  %d = tensor.dim %t, %i : tensor<f32>
  return %d : index
}

// -----

func.func @of_memory(%t: memref<2xf32>, %i: index) -> index {
  // expected-error@+1 {{custom op 'tensor.dim' invalid kind of type specified}}
  %d = tensor.dim %t, %i : memref<2xf32>
  return %d : index
}

// -----

func.func @of_memory_in_generic_form(%t: memref<2xf32>, %i: index) -> index {
  // expected-error@+1 {{'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'memref<2xf32>'}}
  %d = "tensor.dim"(%t, %i) : (memref<2xf32>, index) -> index
  return %d : index
}

// -----

func.func @index_of_another_type(%t: tensor<?xf32>, %i: i32) -> index {
  // expected-error@+1 {{'tensor.dim' op operand #1 must be index, but got 'i32'}}
  %d = "tensor.dim"(%t, %i) : (tensor<?xf32>, i32) -> index
  return %d : index
}
