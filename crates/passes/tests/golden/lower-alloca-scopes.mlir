// RUN: --lower-alloca-scopes
// Unlike MLIR: it has no such pass.
// Scopes are marks on the stack; coroutines that may suspend in one keep its memory.
func.func private @use(memref<?xf32>)

func.func @nested(%n: index) -> index {
  %r = memref.alloca_scope -> (index) {
    %m = memref.alloca(%n) : memref<?xf32>
    func.call @use(%m) : (memref<?xf32>) -> ()
    memref.alloca_scope {
      %k = memref.alloca(%n) : memref<?xf32>
      func.call @use(%k) : (memref<?xf32>) -> ()
    }
    memref.alloca_scope.return %n : index
  }
  return %r : index
}

func.func @tasks(%n: index, %t: !async.token) {
  %token = async.execute {
    memref.alloca_scope {
      %m = memref.alloca(%n) : memref<?xf32>
      func.call @use(%m) : (memref<?xf32>) -> ()
    }
    memref.alloca_scope {
      %m = memref.alloca(%n) : memref<?xf32>
      async.await %t : !async.token
      func.call @use(%m) : (memref<?xf32>) -> ()
    }
    async.yield
  }
  memref.alloca_scope {
    %m = memref.alloca(%n) : memref<?xf32>
    async.await %token : !async.token
    func.call @use(%m) : (memref<?xf32>) -> ()
  }
  return
}

async.func @function(%n: index, %t: !async.token) -> !async.token {
  memref.alloca_scope {
    %m = memref.alloca(%n) : memref<?xf32>
    async.await %t : !async.token
    func.call @use(%m) : (memref<?xf32>) -> ()
  }
  return
}
