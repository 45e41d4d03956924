// RUN: --free-local-buffers
// Unlike MLIR: it has no such pass.

func.func private @start(%m: memref<4xf32>) -> !async.token {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %token = async.execute {
    memref.store %f, %m[%c0] : memref<4xf32>
    async.yield
  }
  return %token : !async.token
}

// Tasks may use memory when the code that started them goes on.
func.func @main(%f: f32) {
  %c0 = arith.constant 0 : index
  %passed = memref.alloc() : memref<4xf32>
  %token = call @start(%passed) : (memref<4xf32>) -> !async.token
  %captured = memref.alloc() : memref<4xf32>
  %other = async.execute {
    %own = memref.alloc() : memref<4xf32>
    memref.copy %own, %captured : memref<4xf32> to memref<4xf32>
    async.yield
  }
  async.await %token : !async.token
  async.await %other : !async.token
  return
}
