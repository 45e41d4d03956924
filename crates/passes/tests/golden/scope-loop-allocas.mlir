// RUN: --scope-loop-allocas --scope-loop-allocas
// Unlike MLIR: it has no such pass.

// What was done is not done again.

func.func private @use(memref<4xf32>)
func.func private @use_dynamic(memref<?xf32>)
func.func private @use_unranked(memref<*xf32>)

// Once at the start of the function; memory outside of loops stays.
func.func @known_size(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.while : () -> () {
      scf.condition(%c)
    } do {
      scf.for %j = %c0 to %n step %c1 {
        scf.if %c {
          %memory = memref.alloca() : memref<4xf32>
          func.call @use(%memory) : (memref<4xf32>) -> ()
        }
      }
      scf.yield
    }
  }
  %stays = memref.alloca() : memref<4xf32>
  call @use(%stays) : (memref<4xf32>) -> ()
  return
}

// The stack is restored.
func.func @unknown_size(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
    %memory = memref.alloca(%i) : memref<?xf32>
    %unranked = memref.cast %memory : memref<?xf32> to memref<*xf32>
    func.call @use_unranked(%unranked) : (memref<*xf32>) -> ()
    %y = memref.load %memory[%c0] : memref<?xf32>
    %b = arith.addf %a, %y : f32
    scf.yield %b : f32
  }
  return %sum : f32
}

// Each thread has its own.
func.func @threads(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %n step %c1 {
      %memory = memref.alloca() : memref<4xf32>
      func.call @use(%memory) : (memref<4xf32>) -> ()
    }
  }
  return
}

// What is passed on stays, and what may suspend.
func.func @stays(%n: index, %first: memref<4xf32>, %token: !async.token) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> memref<4xf32> {
    %memory = memref.alloca() : memref<4xf32>
    func.call @use(%before) : (memref<4xf32>) -> ()
    scf.yield %memory : memref<4xf32>
  }
  call @use(%last) : (memref<4xf32>) -> ()
  %task = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      %memory = memref.alloca(%i) : memref<?xf32>
      async.await %token : !async.token
      func.call @use_dynamic(%memory) : (memref<?xf32>) -> ()
    }
    // Before the loop, not at the start of the task.
    func.call @use(%first) : (memref<4xf32>) -> ()
    scf.for %i = %c0 to %n step %c1 {
      %memory = memref.alloca() : memref<4xf32>
      func.call @use(%memory) : (memref<4xf32>) -> ()
    }
    async.yield
  }
  return
}
