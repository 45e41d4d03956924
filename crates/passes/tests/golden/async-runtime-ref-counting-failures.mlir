// RUN: --async-runtime-ref-counting
// Unlike MLIR: it has no parallel loops in the async dialect.
// MLIR refuses these ops, which only asyncir's runtime can lower.

// A loop that returns a failure has ended by then: passing that on is no use of what the loop captures.
func.func private @captures(%token: !async.token, %n: index) -> i64 {
  %zero = arith.constant 0 : i64
  %failure = async.runtime.parallel_for @range(%n, %n) args(%token : !async.token) : i64
  %fine = arith.cmpi eq, %failure, %zero : i64
  cf.cond_br %fine, ^done, ^failed(%failure : i64)
^done:
  return %zero : i64
^failed(%why: i64):
  return %why : i64
}
func.func private @range(%begin: index, %end: index, %token: !async.token) -> i64 {
  %zero = arith.constant 0 : i64
  return %zero : i64
}
