// MLIR refuses these ops, which only asyncir's runtime can lower.

func.func private @range(index, index)
func.func @f(%n: index) {
  // expected-error @+1 {{result must be i64 or async token type, if there is one}}
  %0 = async.runtime.parallel_for @range(%n, %n) : !async.value<i64>
  return
}

// -----

func.func private @range(index, index)
func.func @f(%n: index) {
  // A token may come from a function without failures, a failure may not.
  %token = async.runtime.parallel_for @range(%n, %n) : !async.token
  // expected-error @+1 {{expected a function of type (index, index) -> i64, but its type is (index, index) -> ()}}
  %0 = async.runtime.parallel_for @range(%n, %n) : i64
  return
}

// -----

func.func private @range(index, index) -> i64
func.func @f(%n: index) {
  %token = async.runtime.parallel_for @range(%n, %n) : !async.token
  // expected-error @+1 {{expected a function of type (index, index) -> (), but its type is (index, index) -> i64}}
  async.runtime.parallel_for @range(%n, %n)
  return
}

// -----

func.func private @range(index, index, f32)
func.func @f(%n: index) {
  // expected-error @+1 {{expected a function of type (index, index) -> i64, but its type is (index, index, f32) -> ()}}
  %0 = async.runtime.parallel_for @range(%n, %n) : i64
  return
}
