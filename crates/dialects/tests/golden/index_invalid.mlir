func.func @f(%a: index, %i: i32) -> (i64) {
  // expected-error @+1 {{'index.casts' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = index.casts %a : index to index
  return
}

// -----

func.func @f(%a: i64, %i: i32) -> (i64) {
  // expected-error @+1 {{'index.casts' op operand type 'i64' and result type 'i32' are cast incompatible}}
  %0 = index.casts %a : i64 to i32
  return
}

// -----

func.func @f(%a: f32, %i: i32) -> (i64) {
  // expected-error @+1 {{'index.casts' op operand #0 must be integer or index, but got 'f32'}}
  %0 = index.casts %a : f32 to index
  return
}

// -----

func.func @f(%a: index, %i: i32) {
  // expected-error @+2 {{custom op 'index.cmp' expected ::mlir::index::IndexCmpPredicate to be one of: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge}}
  // expected-error @+1 {{custom op 'index.cmp' failed to parse IndexCmpPredicateAttr parameter 'value' which is to be a `::mlir::index::IndexCmpPredicate`}}
  %0 = index.cmp foo(%a, %a)
  return
}

// -----

func.func @f(%a: index, %i: i32) {
  // expected-error @+1 {{'index.cmp' op requires attribute 'pred'}}
  %0 = "index.cmp"(%a, %a) : (index, index) -> i1
  return
}

// -----

func.func @f(%a: index, %i: i32) {
  // expected-error @+1 {{'index.add' op operand #1 must be index, but got 'i32'}}
  %0 = "index.add"(%a, %i) : (index, i32) -> index
  return
}

// -----

func.func @f(%a: index, %i: i32) {
  %0 = index.constant 1.0
  // expected-error @+1 {{floating point value not valid for specified type}}
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+2 {{expected ::mlir::index::IndexCmpPredicate to be one of: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge}}
  // expected-error @+1 {{failed to parse IndexCmpPredicateAttr parameter 'value' which is to be a `::mlir::index::IndexCmpPredicate`}}
  %0 = "index.cmp"(%a, %a) {pred = #index<cmp_predicate foo>} : (index, index) -> i1
  return
}
