// RUN: --buffer-loop-hoisting
// Unlike MLIR: what tasks use that an iteration starts is memory of this iteration, and so is that of an affine.parallel. MLIR lets all iterations use the same.

func.func private @work(%m: memref<4xi32>)

async.func @task(%m: memref<4xi32>) -> !async.token {
  return
}

func.func @tasks(%group: !async.group, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xi32>
    %token = async.execute {
      memref.store %x, %m[%c0] : memref<4xi32>
      async.yield
    }
    async.add_to_group %token, %group : !async.token
  }
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xi32>
    %token = async.call @task(%m) : (memref<4xi32>) -> !async.token
    async.add_to_group %token, %group : !async.token
  }
  // It may start tasks, too.
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xi32>
    func.call @work(%m) : (memref<4xi32>) -> ()
  }
  // Memory that tasks do not use moves, and so does that of each task.
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xi32>
    memref.store %x, %m[%c0] : memref<4xi32>
    %token = async.execute {
      scf.for %j = %c0 to %n step %c1 {
        %own = memref.alloc() : memref<4xi32>
        memref.store %x, %own[%c0] : memref<4xi32>
      }
      async.yield
    }
    async.add_to_group %token, %group : !async.token
  }
  return
}

// What starts the tasks need not be here.
func.func @calls(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xi32>
    func.call @work(%m) : (memref<4xi32>) -> ()
  }
  return
}

// A task finds it where it was put.
func.func @put_away(%all: memref<?xmemref<4xi32>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<4xi32>
    memref.store %m, %all[%i] : memref<?xmemref<4xi32>>
  }
  return
}

func.func @parallel(%x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  affine.parallel (%i) = (0) to (%n) {
    %m = memref.alloc() : memref<4xi32>
    memref.store %x, %m[%c0] : memref<4xi32>
  }
  return
}
