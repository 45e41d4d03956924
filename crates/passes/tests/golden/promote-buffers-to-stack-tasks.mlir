// RUN: --promote-buffers-to-stack
// Unlike MLIR: memory that tasks use stays on the heap, as they may need it when the stack is gone.

func.func private @work(%m: memref<4xi32>)

func.func @tasks(%group: !async.group, %x: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<4xi32>
  %token = async.execute {
    memref.store %x, %m[%c0] : memref<4xi32>
    %own = memref.alloc() : memref<4xi32>
    memref.store %x, %own[%c0] : memref<4xi32>
    async.yield
  }
  async.add_to_group %token, %group : !async.token
  %passed = memref.alloc() : memref<4xi32>
  call @work(%passed) : (memref<4xi32>) -> ()
  %plain = memref.alloc() : memref<4xi32>
  memref.store %x, %plain[%c0] : memref<4xi32>
  return
}

// What starts the tasks need not be here, and a task finds memory where it was put.
func.func @calls(%all: memref<?xmemref<4xi32>>, %i: index) {
  %m = memref.alloc() : memref<4xi32>
  func.call @work(%m) : (memref<4xi32>) -> ()
  %put = memref.alloc() : memref<4xi32>
  memref.store %put, %all[%i] : memref<?xmemref<4xi32>>
  return
}
