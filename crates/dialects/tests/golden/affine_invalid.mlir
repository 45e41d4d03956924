// Wrong programs and what is said about them.

func.func @f(%n: index, %b : memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %x = memref.load %b[%i] : memref<10xf32>
    %j = arith.fptosi %x : f32 to i32
    %k = arith.index_cast %j : i32 to index
    // expected-error @+1 {{'affine.load' op operand cannot be used as a dimension id}}
    %y = affine.load %b[%k] : memref<10xf32>
  }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>) {
  affine.for %i = 0 to 10 {
    // expected-error @+1 {{'affine.load' op affine map num results must equal memref rank}}
    %y = affine.load %b[%i, %i] : memref<10xf32>
  }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>) {
  affine.for %i = 0 to 10 {
    // expected-error @+1 {{'affine.load' op operand cannot be used as a symbol}}
    %y = affine.load %b[symbol(%i)] : memref<10xf32>
  }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>) {
  // expected-error @+1 {{custom op 'affine.apply' dimension or symbol index mismatch}}
  %x = affine.apply affine_map<(d0) -> (d0)>(%n, %n)
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>) {
  // expected-error @+1 {{operation defines 2 results but was provided 1 to bind}}
  %x = affine.apply affine_map<(d0) -> (d0, d0)>(%n)
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>) {
  affine.for %i = 0 to 10 {
    // expected-error @+1 {{dimensional operand cannot be used as a symbol}}
    %x = affine.apply affine_map<()[s0] -> (s0)>()[%i]
  }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>) {
  // expected-error @+1 {{'affine.min' op affine map expect at least one result}}
  %x = affine.min affine_map<(d0) -> ()>(%n)
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>, %v: f32) {
  // expected-error @+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  affine.for %i = 0 to 10 iter_args(%x = %v) -> (f32) { affine.yield }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>, %v: f32) {
  // expected-error @+1 {{custom op 'affine.for' lower loop bound affine map with multiple results requires 'max' prefix}}
  affine.for %i = affine_map<(d0) -> (d0, d0 + 1)>(%n) to 10 { }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>, %v: f32) {
  // expected-error @+1 {{custom op 'affine.if' dim operand count and integer set dim count must match}}
  affine.if affine_set<(d0) : (d0 >= 0)>(%n, %n) { }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>, %v: f32) {
  // expected-error @+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 { affine.yield }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>, %v: f32) {
  // expected-error @+1 {{custom op 'affine.parallel' invalid reduction value: "foo"}}
  affine.parallel (%i) = (0) to (%n) reduce ("foo") -> (f32) { affine.yield %v : f32 }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>, %v: f32) {
  // expected-error @+1 {{'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (2) and upper bound (1), and the number of steps (1) must all match}}
  affine.parallel (%i) = (0, 0) to (%n) { }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>, %v: f32) {
  // expected-error @+1 {{'affine.yield' op only terminates affine.if/for/parallel regions}}
  affine.yield
}

// -----

func.func @f(%n: index, %b : memref<10xf32>, %v: f16) {
  // expected-error @+1 {{custom op 'affine.for' expected step to be representable as a positive signed integer}}
  affine.for %i = 10 to 5 step -1 { }
  affine.for %i = %b to 5 { }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>) {
  // expected-error @+1 {{custom op 'affine.for' dim operand count and affine map dim count must match}}
  affine.for %i = 0 to affine_map<(d0)->(d0)>(%n, %n) { }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>) {
  // expected-error @+1 {{custom op 'affine.for' symbol operand count and affine map symbol count must match}}
  affine.for %i = 0 to affine_map<(d0)[s0]->(d0)>(%n) { }
  return
}

// -----

func.func @f(%n: index, %b : memref<10xf32>) {
  // expected-error @+1 {{'affine.max' op operand count and affine map dimension and symbol count must match}}
  %x = affine.max affine_map<(d0, d1) -> (d0)>(%n)
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.delinearize_index' op should return an index for each basis element and up to one extra index}}
  %0:3 = affine.delinearize_index %i into () : index, index, index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.delinearize_index' op no basis element may be statically non-positive}}
  %0:2 = affine.delinearize_index %i into (2, 0) : index, index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.delinearize_index' op mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite}}
  %0:2 = "affine.delinearize_index"(%i, %i) <{static_basis = array<i64: 2, 3>}> : (index, index) -> (index, index)
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.delinearize_index' op result #1 must be variadic of index, but got 'i32'}}
  %0:2 = affine.delinearize_index %i into (2, 3) : index, i32
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%i, %i] by (2, 3, 4) : index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{custom op 'affine.linearize_index' invalid kind of type specified: expected builtin.index, but found 'i32'}}
  %0 = affine.linearize_index [%i, %i] by (2, 3) : i32
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{custom op 'affine.load' invalid kind of type specified: expected builtin.memref, but found 'index'}}
  %0 = affine.load %i[%i] : index
  return
}

// -----

func.func @f(%m: memref<100xf32>, %i: index) {
  // expected-error @+1 {{custom op 'affine.vector_load' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = affine.vector_load %m[%i] : memref<100xf32>, f32
  return
}

// -----

func.func @f(%m: memref<100xf32>, %i: index) {
  // expected-error @+1 {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
  %0 = affine.vector_load %m[%i] : memref<100xf32>, vector<8xf64>
  return
}

// -----

func.func @f(%m: memref<100xf32>, %i: index, %v: vector<8xf32>) {
  // expected-error @+1 {{'affine.vector_store' op affine map num results must equal memref rank}}
  affine.vector_store %v, %m[%i, %i] : memref<100xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<100xf32>, %i: index, %v: vector<8xf64>) {
  // expected-error @+1 {{'affine.vector_store' op requires memref and vector types of the same elemental type}}
  affine.vector_store %v, %m[%i] : memref<100xf32>, vector<8xf64>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'affine.vector_load' op result #0 must be vector of any type values, but got 'vector<f32>'}}
  %0 = affine.vector_load %m[%i] : memref<4xf32>, vector<f32>
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{the number of region arguments (1) and the number of map groups for lower (4611686018427387904) and upper bound (1), and the number of steps (1) must all match}}
  "affine.parallel"(%a) <{lowerBoundsGroups = dense<1> : tensor<4611686018427387904xi32>, lowerBoundsMap = affine_map<(d0) -> (d0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (10)>}> ({
  ^bb0(%x: index):
    affine.yield
  }) : (index) -> ()
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{expected '[' in affine map}}
  %0 = affine.load %a(%i) : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{expected ']' in affine map}}
  %0 = affine.load %a[%i 0] : memref<4x4xf32>
  return
}

// -----

func.func @f(%n: index) -> f32 {
  %c = arith.constant 1.0 : f32
  // expected-error @+2 {{'affine.if' op along control flow edge from parent to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @+1 {{region branch point}}
  %r = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
    affine.yield %c : f32
  }
  return %r : f32
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'affine.for' op expected lower bound map to have at least one result}}
  affine.for %i = max affine_map<(d0) -> ()>(%n) to 10 { }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'affine.for' op expected upper bound map to have at least one result}}
  affine.for %i = 0 to min affine_map<(d0) -> ()>(%n) { }
  return
}
