// RUN: --free-owned-buffers --canonicalize
// Unlike MLIR: it has no such pass.

func.func @new() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
func.func private @use(%m: memref<4xf32>) {
  return
}

// The block that awaits tasks frees what they use and give; a task frees what it takes from another one.
func.func @awaited() -> f32 {
  %c0 = arith.constant 0 : index
  %a = func.call @new() : () -> memref<4xf32>
  %token, %value = async.execute -> !async.value<memref<4xf32>> {
    %own = func.call @new() : () -> memref<4xf32>
    memref.copy %a, %own : memref<4xf32> to memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    memref.copy %own, %b : memref<4xf32> to memref<4xf32>
    async.yield %b : memref<4xf32>
  }
  %token2, %value2 = async.execute (%value as %b: !async.value<memref<4xf32>>) -> !async.value<memref<4xf32>> {
    %d = func.call @new() : () -> memref<4xf32>
    memref.copy %b, %d : memref<4xf32> to memref<4xf32>
    async.yield %d : memref<4xf32>
  }
  %c = async.await %value2 : !async.value<memref<4xf32>>
  %again = async.await %value2 : !async.value<memref<4xf32>>
  %0 = memref.load %again[%c0] : memref<4xf32>
  return %0 : f32
}

// What a task gives and does not own is copied. Nobody awaits the value, but the task is done.
func.func @copied(%m: memref<4xf32>) {
  %token, %value = async.execute -> !async.value<memref<4xf32>> {
    async.yield %m : memref<4xf32>
  }
  async.await %token : !async.token
  return
}

// Tasks that go on when the block ends count.
func.func @counted(%n: index, %group: !async.group) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %token = async.execute {
      func.call @use(%a) : (memref<4xf32>) -> ()
      async.yield
    }
    %0 = async.add_to_group %token, %group : !async.token
  }
  return
}

// Of a group that is awaited behind the loop, what each iteration allocates is counted.
func.func @group(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = func.call @new() : () -> memref<4xf32>
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc() : memref<4xf32>
    %token = async.execute {
      memref.copy %a, %b : memref<4xf32> to memref<4xf32>
      async.yield
    }
    %0 = async.add_to_group %token, %group : !async.token
  }
  async.await_all %group
  return
}

// Calls of asynchronous functions are tasks, too. What a task that nobody awaits may use is not freed, if it is passed on.
async.func @later(%m: memref<4xf32>) -> !async.value<memref<4xf32>> {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %m, %a : memref<4xf32> to memref<4xf32>
  return %a : memref<4xf32>
}
func.func @called() -> f32 {
  %c0 = arith.constant 0 : index
  %a = func.call @new() : () -> memref<4xf32>
  %value = async.call @later(%a) : (memref<4xf32>) -> !async.value<memref<4xf32>>
  %b = async.await %value : !async.value<memref<4xf32>>
  %0 = memref.load %b[%c0] : memref<4xf32>
  return %0 : f32
}
func.func private @leave(%m: memref<4xf32>) {
  %token = async.execute {
    func.call @use(%m) : (memref<4xf32>) -> ()
    async.yield
  }
  return
}
func.func @left() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  func.call @leave(%a) : (memref<4xf32>) -> ()
  return %a : memref<4xf32>
}
