// RUN: --async-func-to-async-runtime
// Async functions become coroutines that start on the caller's thread.

// Nothing is awaited: it still has a token.
async.func @nothing() -> !async.token {
  return
}

// A value and a token, and an await that suspends.
async.func @twice(%value: !async.value<i32>) -> (!async.token, !async.value<i32>) {
  %v = async.await %value : !async.value<i32>
  %sum = arith.addi %v, %v : i32
  return %sum : i32
}

// Calls, whose handles are awaited; an assertion becomes an error of all that is returned.
async.func @caller(%n: i32) -> !async.value<i32> {
  %zero = arith.constant 0 : i32
  %fine = arith.cmpi sge, %n, %zero : i32
  cf.assert %fine, "the number is negative"
  %done = async.call @nothing() : () -> !async.token
  async.await %done : !async.token
  %boxed = async.runtime.create : !async.value<i32>
  async.runtime.store %n, %boxed : !async.value<i32>
  async.runtime.set_available %boxed : !async.value<i32>
  %token, %two = async.call @twice(%boxed) : (!async.value<i32>) -> (!async.token, !async.value<i32>)
  async.await %token : !async.token
  %result = async.await %two : !async.value<i32>
  return %result : i32
}

// Plain functions wait in their thread.
func.func @main(%n: i32) -> i32 {
  %handle = async.call @caller(%n) : (i32) -> !async.value<i32>
  %result = async.await %handle : !async.value<i32>
  return %result : i32
}
