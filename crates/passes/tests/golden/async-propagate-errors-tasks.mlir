// RUN: --async-propagate-errors=public-functions=true
// Unlike MLIR: it has no such pass.
// MLIR refuses these ops, which only asyncir's runtime can lower.
// Memory that a task has allocated is freed where it fails itself, also in an op of the task. What an inner task uses stays.
func.func @tasks(%n: index, %a: i1, %b: i1, %c: i1) {
  %t = async.execute {
    cf.assert %a, "before"
    %m = memref.alloc(%n) : memref<?xf32>
    cf.assert %b, "while it is there"
    scf.if %c {
      %k = memref.alloc() : memref<4xf32>
      cf.assert %a, "while both are there"
      memref.dealloc %k : memref<4xf32>
    }
    memref.dealloc %m : memref<?xf32>
    cf.assert %c, "after"
    async.yield
  }
  async.await %t : !async.token
  return
}
func.func @inner(%n: index, %a: i1) {
  %t = async.execute {
    %m = memref.alloc(%n) : memref<?xf32>
    %c0 = arith.constant 0 : index
    %u = async.execute {
      %x = memref.load %m[%c0] : memref<?xf32>
      async.yield
    }
    cf.assert %a, "the inner task may run on"
    async.await %u : !async.token
    memref.dealloc %m : memref<?xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}
// What a callee fails with is raised in the task.
func.func private @callee(%m: memref<?xf32>, %fine: i1) {
  cf.assert %fine, "below"
  return
}
func.func @calls(%n: index, %a: i1) {
  %t = async.execute {
    %m = memref.alloc(%n) : memref<?xf32>
    func.call @callee(%m, %a) : (memref<?xf32>, i1) -> ()
    memref.dealloc %m : memref<?xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}
// Memory that the task gives, and that of an asynchronous function.
async.func @gives(%n: index, %a: i1) -> !async.value<memref<?xf32>> {
  %t, %v = async.execute -> !async.value<memref<?xf32>> {
    %m = memref.alloc(%n) : memref<?xf32>
    cf.assert %a, "nobody gets it"
    async.yield %m : memref<?xf32>
  }
  %own = memref.alloc(%n) : memref<?xf32>
  cf.assert %a, "before the end"
  memref.dealloc %own : memref<?xf32>
  %given = async.await %v : !async.value<memref<?xf32>>
  return %given : memref<?xf32>
}
// A loop that is awaited at once does not use it any more; another one may.
func.func private @body(%start: index, %end: index, %m: memref<?xf32>) { return }
func.func @loops(%n: index, %a: i1) {
  %t = async.execute {
    %m = memref.alloc(%n) : memref<?xf32>
    %over = async.runtime.parallel_for @body(%n, %n) args(%m : memref<?xf32>) : !async.token
    async.await %over : !async.token
    cf.assert %a, "behind a loop"
    memref.dealloc %m : memref<?xf32>
    async.yield
  }
  async.await %t : !async.token
  %u = async.execute {
    %m = memref.alloc(%n) : memref<?xf32>
    %later = async.runtime.parallel_for @body(%n, %n) args(%m : memref<?xf32>) : !async.token
    cf.assert %a, "beside a loop"
    async.await %later : !async.token
    memref.dealloc %m : memref<?xf32>
    async.yield
  }
  async.await %u : !async.token
  return
}
// A comparison of the address keeps nothing. Callees that may keep what they get, or free it, do: then it stays.
func.func private @somewhere(%m: memref<?xf32>)
func.func private @hands_on(%m: memref<?xf32>) {
  call @somewhere(%m) : (memref<?xf32>) -> ()
  return
}
func.func private @may_free(%m: memref<?xf32>, %c: i1) {
  scf.if %c {
    memref.dealloc %m : memref<?xf32>
  }
  return
}
func.func @kept(%n: index, %a: i1) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc(%n) : memref<?xf32>
  %address = memref.extract_aligned_pointer_as_index %m : memref<?xf32> -> index
  %there = arith.cmpi ne, %address, %c0 : index
  cf.assert %there, "stays, too"
  func.call @hands_on(%m) : (memref<?xf32>) -> ()
  cf.assert %a, "stays"
  memref.dealloc %m : memref<?xf32>
  return
}
func.func @compared(%n: index) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc(%n) : memref<?xf32>
  %address = memref.extract_aligned_pointer_as_index %m : memref<?xf32> -> index
  %there = arith.cmpi ne, %address, %c0 : index
  cf.assert %there, "freed"
  memref.dealloc %m : memref<?xf32>
  return
}
func.func @perhaps_freed(%n: index, %a: i1, %b: i1) {
  %m = memref.alloc(%n) : memref<?xf32>
  func.call @may_free(%m, %b) : (memref<?xf32>, i1) -> ()
  cf.assert %a, "stays"
  %true = arith.constant true
  %not = arith.xori %b, %true : i1
  scf.if %not {
    memref.dealloc %m : memref<?xf32>
  }
  return
}
