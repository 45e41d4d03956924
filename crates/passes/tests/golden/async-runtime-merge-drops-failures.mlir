// RUN: --async-runtime-merge-drops
// Unlike MLIR: it has no such pass.
// MLIR refuses these ops, which only asyncir's runtime can lower.

// Each block returns a failure of its own, and the failures are passed through the blocks that they share.
func.func private @returned(%a: !async.token, %b: !async.token, %c: !async.token, %x: i1, %y: i1) -> i64 {
  %zero = arith.constant 0 : i64
  cf.cond_br %x, ^first, ^go
^go:
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  cf.cond_br %y, ^second, ^third
^first:
  %0 = async.runtime.failure_of %a, "first" : !async.token
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  async.runtime.drop_ref %b {count = 1 : i64} : !async.token
  async.runtime.drop_ref %c {count = 1 : i64} : !async.token
  cf.br ^exit(%0 : i64)
^second:
  %1 = async.runtime.failure_of %b, "second" : !async.token
  async.runtime.drop_ref %b {count = 1 : i64} : !async.token
  async.runtime.drop_ref %c {count = 1 : i64} : !async.token
  cf.br ^exit(%1 : i64)
^third:
  async.runtime.drop_ref %b {count = 1 : i64} : !async.token
  %2 = async.runtime.failure "third"
  async.runtime.drop_ref %c {count = 1 : i64} : !async.token
  cf.br ^exit(%2 : i64)
^exit(%failure: i64):
  return %failure : i64
}
