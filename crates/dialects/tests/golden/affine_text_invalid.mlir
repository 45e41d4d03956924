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

// -----

func.func @bare_index(%m: memref<8xf32>) {
  // expected-error @+1 {{use of undeclared identifier}}
  %0 = affine.load %m[i] : memref<8xf32>
  return
}

// -----

func.func @negated_bare_index(%m: memref<8xf32>) {
  // expected-error @+2 {{use of undeclared identifier}}
  // expected-error @+1 {{missing operand of negation}}
  %0 = affine.load %m[-i] : memref<8xf32>
  return
}

// -----

func.func @no_left_operand(%m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{missing left operand of binary operator}}
  %0 = affine.load %m[+ %i] : memref<8xf32>
  return
}

// -----

func.func @symbol_without_parenthesis(%m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{expected '(' at start of SSA symbol}}
  %0 = affine.load %m[symbol %i] : memref<8xf32>
  return
}

// -----

func.func @symbol_without_end(%m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{expected ')' at end of SSA symbol}}
  %0 = affine.load %m[symbol(%i] : memref<8xf32>
  return
}

// -----

func.func @symbol_of_word(%m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{expected ssa identifier}}
  %0 = affine.load %m[symbol(i)] : memref<8xf32>
  return
}

// -----

func.func @steps_of_text() {
  // expected-error @+1 {{expected affine expression}}
  affine.parallel (%i) = (0) to (4) step ("a") {
  }
  return
}

// -----

func.func @steps_of_values(%n: index) {
  // expected-error @+1 {{custom op 'affine.parallel' steps must be constant integers}}
  affine.parallel (%i) = (0) to (4) step (%n) {
  }
  return
}

// -----

func.func @no_bound() {
  // expected-error @+1 {{'affine.parallel' op expected lower bound map to have at least one result}}
  affine.parallel (%i) = (max()) to (4) {
  }
  return
}

// -----

func.func @no_number_behind_sign(%v: vector<2x3xf32>) {
  // expected-error @+2 {{expected integer value}}
  // expected-error @+1 {{custom op 'vector.extract' expected SSA value or integer}}
  %0 = vector.extract %v[-a] : vector<3xf32> from vector<2x3xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected attribute value}}
  %0 = affine.parallel (%i) = (0) to (4) reduce (addf) -> f32 { }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{invalid reduction value: "sum"}}
  %0 = affine.parallel (%i) = (0) to (4) reduce ("sum") -> f32 { }
  return
}
