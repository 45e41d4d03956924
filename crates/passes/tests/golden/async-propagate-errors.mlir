// RUN: --async-propagate-errors
// Unlike MLIR: it has no such pass.
// MLIR refuses these ops, which only asyncir's runtime can lower.
// A function that a task calls returns its failure. Others call it as before: what has its name raises the failure.
func.func @work(%x: i32, %m: memref<?xf32> {llvm.noalias}) -> (i32, memref<?xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : i32
  %fine = arith.cmpi ne, %x, %zero : i32
  cf.assert %fine, "a zero"
  return %x, %m : i32, memref<?xf32>
}
func.func @of_a_task(%x: i32, %m: memref<?xf32>) -> !async.token {
  %before:2 = call @work(%x, %m) : (i32, memref<?xf32>) -> (i32, memref<?xf32>)
  %token = async.execute {
    %after:2 = func.call @work(%before#0, %m) : (i32, memref<?xf32>) -> (i32, memref<?xf32>)
    async.yield
  }
  return %token : !async.token
}

// Of a function that nobody else calls nothing else is left. It may call itself, and be in a loop.
func.func private @recursive(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fine = arith.cmpi ne, %n, %c0 : index
  cf.assert %fine, "too deep"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> (index) {
    %r = func.call @recursive(%i) : (index) -> index
    %t = arith.addi %s, %r : index
    scf.yield %t : index
  }
  return %sum : index
}
async.func @of_an_async_function(%n: index) -> !async.value<index> {
  %r = func.call @recursive(%n) : (index) -> index
  return %r : index
}

// What awaits can fail. Tokens and values that it does not come to return are counted all the same.
func.func private @waits(%t: !async.token, %v: !async.value<f32>, %g: !async.group) -> (f32, !async.value<f32>, !async.group) {
  async.await %t : !async.token
  %x = async.await %v : !async.value<f32>
  async.await_all %g
  return %x, %v, %g : f32, !async.value<f32>, !async.group
}
func.func @of_awaits(%t: !async.token, %v: !async.value<f32>, %g: !async.group) -> !async.token {
  %token = async.execute {
    %x:3 = func.call @waits(%t, %v, %g) : (!async.token, !async.value<f32>, !async.group) -> (f32, !async.value<f32>, !async.group)
    async.yield
  }
  return %token : !async.token
}

// Iterations of loops, in a function, a task, and a function that a task calls.
func.func private @range(%begin: index, %end: index) {
  %fine = arith.cmpi ne, %begin, %end : index
  cf.assert %fine, "empty"
  return
}
func.func private @has_loop(%n: index) {
  async.runtime.parallel_for @range(%n, %n)
  return
}
func.func @of_loops(%n: index) -> !async.token {
  async.runtime.parallel_for @range(%n, %n)
  %token = async.execute {
    func.call @has_loop(%n) : (index) -> ()
    %0 = async.runtime.parallel_for @range(%n, %n) : !async.token
    async.await %0 : !async.token
    async.yield
  }
  return %token : !async.token
}

// These stay as they are: a task may still use memory on the stack, an assertion is in an op that is no branch, a
// function is called through a value, and nothing fails.
func.func private @has_stack(%fine: i1) {
  %m = memref.alloca() : memref<i1>
  %token = async.execute {
    memref.store %fine, %m[] : memref<i1>
    async.yield
  }
  cf.assert %fine, "while a task runs"
  async.await %token : !async.token
  return
}
func.func private @in_a_scope(%fine: i1) {
  memref.alloca_scope {
    cf.assert %fine, "in a scope"
    memref.alloca_scope.return
  }
  return
}
func.func private @is_fine(%fine: i1) {
  return
}
func.func @of_others(%fine: i1, %f: (i1) -> ()) -> !async.token {
  %token = async.execute {
    func.call @has_stack(%fine) : (i1) -> ()
    func.call @in_a_scope(%fine) : (i1) -> ()
    func.call_indirect %f(%fine) : (i1) -> ()
    func.call @is_fine(%fine) : (i1) -> ()
    async.yield
  }
  return %token : !async.token
}
