// RUN: --async-runtime-ref-counting-opt
// A reference that is taken and dropped again, with nothing between that needs it, is left out.

func.func private @consume(!async.token)

func.func @cancelled(%token: !async.token) {
  async.runtime.add_ref %token {count = 1 : i64} : !async.token
  call @consume(%token) : (!async.token) -> ()
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  return
}

// Other numbers do not cancel each other.
func.func @other_counts(%token: !async.token) {
  async.runtime.add_ref %token {count = 2 : i64} : !async.token
  call @consume(%token) : (!async.token) -> ()
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  return
}

// The wrong way round.
func.func @dropped_first(%token: !async.token) {
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  async.runtime.add_ref %token {count = 1 : i64} : !async.token
  return
}

// A use behind the drop: it does not need the reference that was taken, as the caller holds one.
func.func @used_later(%token: !async.token) {
  async.runtime.add_ref %token {count = 1 : i64} : !async.token
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  call @consume(%token) : (!async.token) -> ()
  return
}

// In another block.
func.func @across_blocks(%token: !async.token) {
  async.runtime.add_ref %token {count = 1 : i64} : !async.token
  cf.br ^next
^next:
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  return
}

// Two tokens, in turns.
func.func @two(%a: !async.token, %b: !async.value<f32>) {
  async.runtime.add_ref %a {count = 1 : i64} : !async.token
  async.runtime.add_ref %b {count = 1 : i64} : !async.value<f32>
  async.runtime.drop_ref %a {count = 1 : i64} : !async.token
  async.runtime.drop_ref %b {count = 1 : i64} : !async.value<f32>
  return
}
