// Tensors and vectors of elements that have other types, or are too few or too many.
func.func @f(%a: f32, %b: f32) -> tensor<3xf32> {
  // expected-error @+1 {{custom op 'tensor.from_elements' number of operands and types do not match: got 2 operands and 3 types}}
  %0 = tensor.from_elements %a, %b : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @f(%a: f32, %b: f32) -> tensor<?xf32> {
  // expected-error @+1 {{custom op 'tensor.from_elements' 'result' must be statically shaped tensor of any type values, but got 'tensor<?xf32>'}}
  %0 = tensor.from_elements %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @f(%a: f32, %b: f32) -> tensor<2xi32> {
// expected-note @above {{prior use here}}
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'i32' vs 'f32'}}
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @f(%a: f32, %b: f32) -> tensor<*xf32> {
  // expected-error @+1 {{custom op 'tensor.from_elements' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.from_elements %a, %b : tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @f(%a: f32) -> vector<2xf32> {
  // expected-error @+1 {{custom op 'vector.from_elements' number of operands and types do not match: got 3 operands and 2 types}}
  %0 = vector.from_elements %a, %a, %a : vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

func.func @f(%a: f32) -> vector<2xf32> {
// expected-note @above {{prior use here}}
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'i32' vs 'f32'}}
  %0 = vector.from_elements %a, %a : vector<2xi32>
  return %0 : vector<2xf32>
}

// -----

func.func @f(%a: f32) -> vector<2xf32> {
  // expected-error @+1 {{custom op 'vector.from_elements' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = vector.from_elements %a, %a : f32
  return %0 : vector<2xf32>
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'vector.from_elements' 'dest' must be fixed-length vector of any type values, but got 'vector<[2]xf32>'}}
  %0 = vector.from_elements %a, %a : vector<[2]xf32>
  return
}
