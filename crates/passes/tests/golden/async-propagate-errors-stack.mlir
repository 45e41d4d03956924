// RUN: --async-propagate-errors
// Unlike MLIR: it has no such pass.
// MLIR refuses these ops, which only asyncir's runtime can lower.

// What tasks may use of a function's memory on the stack decides whether the function may return its failure.
func.func private @store(%begin: index, %end: index, %m: memref<8xi32>, %x: i32) {
  memref.store %x, %m[%begin] : memref<8xi32>
  return
}
func.func private @store_later(%begin: index, %end: index, %m: memref<8xi32>, %x: i32) {
  %t = async.execute {
    memref.store %x, %m[%begin] : memref<8xi32>
    async.yield
  }
  return
}

// The loop is complete before anything fails: the failure is returned.
func.func private @complete(%n: index, %x: i32, %c: i1) -> i32 {
  %m = memref.alloca() : memref<8xi32>
  %c0 = arith.constant 0 : index
  %t = async.runtime.parallel_for @store(%n, %c0) args(%m, %x : memref<8xi32>, i32) : !async.token
  async.await %t : !async.token
  cf.assert %c, "returned"
  %r = memref.load %m[%c0] : memref<8xi32>
  return %r : i32
}

// The loop may go on: the program ends.
func.func private @goes_on(%n: index, %x: i32, %c: i1) {
  %m = memref.alloca() : memref<8xi32>
  %c0 = arith.constant 0 : index
  %t = async.runtime.parallel_for @store(%n, %c0) args(%m, %x : memref<8xi32>, i32) : !async.token
  cf.assert %c, "ends the program"
  async.await %t : !async.token
  return
}

// Iterations start tasks that go on: the program ends.
func.func private @starts_tasks(%n: index, %x: i32, %c: i1) {
  %m = memref.alloca() : memref<8xi32>
  %c0 = arith.constant 0 : index
  %t = async.runtime.parallel_for @store_later(%n, %c0) args(%m, %x : memref<8xi32>, i32) : !async.token
  async.await %t : !async.token
  cf.assert %c, "ends the program"
  return
}

// Another task uses the memory: the program ends.
func.func private @task(%x: i32, %c: i1) {
  %m = memref.alloca() : memref<8xi32>
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %x, %m[%c0] : memref<8xi32>
    async.yield
  }
  cf.assert %c, "ends the program"
  async.await %t : !async.token
  return
}

func.func @caller(%n: index, %x: i32, %c: i1) {
  %t = async.execute {
    %r = func.call @complete(%n, %x, %c) : (index, i32, i1) -> i32
    func.call @goes_on(%n, %x, %c) : (index, i32, i1) -> ()
    func.call @starts_tasks(%n, %x, %c) : (index, i32, i1) -> ()
    func.call @task(%x, %c) : (i32, i1) -> ()
    async.yield
  }
  async.await %t : !async.token
  return
}
