// RUN: --async-distinct-captures
// Unlike MLIR: it has no such pass.

// Two allocations, and an argument that is older than they are.
func.func @sums(%rows: memref<?x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %sums = memref.alloc(%n) : memref<?xf32>
  %scales = memref.alloc(%n) : memref<?xf32>
  %same = memref.cast %sums : memref<?xf32> to memref<*xf32>
  %token = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c64 step %c1 {
        %x = memref.load %rows[%i, %j] : memref<?x64xf32>
        %s = memref.load %scales[%i] : memref<?xf32>
        %y = arith.mulf %x, %s : f32
        %before = memref.load %sums[%i] : memref<?xf32>
        %after = arith.addf %before, %y : f32
        memref.store %after, %sums[%i] : memref<?xf32>
      }
    }
    async.yield
  }
  async.await %token : !async.token
  return
}

// A view is the memory that it is of, and two arguments may be the same memory.
func.func @views(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %left = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %token = async.execute {
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %left[%i] : memref<4xf32, strided<[1]>>
      memref.store %x, %a[%i] : memref<8xf32>
      memref.store %x, %b[%i] : memref<8xf32>
    }
    async.yield
  }
  async.await %token : !async.token
  return
}

// Without loops there is nothing to gain.
func.func @no_loop(%i: index) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %token = async.execute {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
    async.yield
  }
  async.await %token : !async.token
  return
}

// Tasks in tasks: the inner one knows it, too.
func.func @nested() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %token = async.execute {
    %inner = async.execute {
      scf.for %i = %c0 to %c8 step %c1 {
        %x = memref.load %a[%i] : memref<8xf32>
        memref.store %x, %b[%i] : memref<8xf32>
      }
      async.yield
    }
    async.await %inner : !async.token
    async.yield
  }
  async.await %token : !async.token
  return
}
