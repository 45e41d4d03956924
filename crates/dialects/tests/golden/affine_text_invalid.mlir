func.func @no_types(%x: f32) {
  // expected-error @+1 {{expected '->'}}
  %y = affine.for %i = 0 to 4 iter_args(%s = %x) {
    affine.yield %s : f32
  }
  return
}

// -----

func.func @too_many_types(%x: f32) {
  // expected-error @+1 {{custom op 'affine.for' mismatch between the number of loop-carried values and results}}
  %y = affine.for %i = 0 to 4 iter_args(%s = %x) -> (f32, f32) {
    affine.yield %s : f32
  }
  return
}

// -----

func.func @no_parenthesis(%x: f32) {
  // expected-error @+1 {{custom op 'affine.for' expected '('}}
  %y = affine.for %i = 0 to 4 iter_args %s = %x -> f32 {
    affine.yield %s : f32
  }
  return
}

// -----

func.func @step_without_number() {
  // expected-error @+1 {{expected attribute value}}
  affine.for %i = 0 to 4 step x {
  }
  return
}

// -----

func.func @step_of_text() {
  // expected-error @+1 {{custom op 'affine.for' invalid kind of attribute specified}}
  affine.for %i = 0 to 4 step "a" {
  }
  return
}

// -----

func.func @no_upper_bound() {
  // expected-error @+1 {{custom op 'affine.for' expected 'to' between bounds}}
  affine.for %i = 0, 4 {
  }
  return
}

// -----

func.func @bound_without_parenthesis(%x: index) {
  // expected-error @+1 {{expected '(' in affine map}}
  affine.parallel (%i) = (max 0) to (4) {
  }
  return
}

// -----

func.func @steps_without_parenthesis(%x: index) {
  // expected-error @+1 {{expected '(' in affine map}}
  affine.parallel (%i) = (0) to (4) step 1 {
  }
  return
}

// -----

func.func @no_index(%m: memref<8x8xf32>, %i: index) {
  // expected-error @+1 {{expected affine expression}}
  %0 = affine.load %m[, %i] : memref<8x8xf32>
  return
}

// -----

func.func @no_divisor(%m: memref<8x8xf32>, %i: index) {
  // expected-error @+1 {{missing right operand of binary operator}}
  %0 = affine.load %m[%i, %i floordiv] : memref<8x8xf32>
  return
}

// -----

func.func @brackets_twice(%m: memref<8x8xf32>) {
  // expected-error @+1 {{custom op 'memref.subview' expected SSA value or integer}}
  %0 = memref.subview %m[[0, 0] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1]>>
  return
}
