// RUN: --async-propagate-errors=public-functions=true
// Unlike MLIR: it has no such pass.
// Memory is freed where a function fails that would have freed or returned it. What fails before it is there or after it was
// freed frees nothing.
func.func @frees(%n: index, %a: i1, %b: i1, %c: i1) {
  cf.assert %a, "before"
  %m = memref.alloc(%n) : memref<?xf32>
  cf.assert %b, "while it is there"
  memref.dealloc %m : memref<?xf32>
  cf.assert %c, "after"
  return
}
// One that is returned, also as a view, and one of a loop's iteration.
func.func @returns(%n: index, %fine: i1) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.alloc(%i) : memref<?xf32>
    cf.assert %fine, "in a loop"
    memref.dealloc %row : memref<?xf32>
  }
  %view = memref.cast %m : memref<8xf32> to memref<?xf32>
  return %view : memref<?xf32>
}
// What a callee fails with takes the same way. The callee does not own what it gets.
func.func private @callee(%m: memref<?xf32>, %fine: i1) {
  cf.assert %fine, "below"
  return
}
func.func @calls(%n: index, %fine: i1) {
  %m = memref.alloc(%n) : memref<?xf32>
  %k = memref.alloc(%n) : memref<?xf32>
  call @callee(%m, %fine) : (memref<?xf32>, i1) -> ()
  cf.assert %fine, "here"
  memref.dealloc %m : memref<?xf32>
  memref.dealloc %k : memref<?xf32>
  return
}
// On some ways it is freed already: it is left alone.
func.func @on_some_ways(%early: i1, %fine: i1) {
  %m = memref.alloc() : memref<f32>
  scf.if %early {
    memref.dealloc %m : memref<f32>
  }
  cf.assert %fine, "it may be freed"
  %not = arith.cmpi eq, %early, %fine : i1
  scf.if %not {
    memref.dealloc %m : memref<f32>
  }
  return
}
// Another value may stand for it, be it freed in its place or not.
func.func @by_another_name(%first: i1, %fine: i1) {
  %m = memref.alloc() : memref<f32>
  %k = memref.alloc() : memref<f32>
  %one = arith.select %first, %m, %k : memref<f32>
  memref.dealloc %one : memref<f32>
  cf.assert %fine, "one of two"
  %other = arith.select %first, %k, %m : memref<f32>
  memref.dealloc %other : memref<f32>
  return
}
// Tasks may use it still, functions from elsewhere may keep it, and so may other memory.
func.func private @elsewhere(memref<f32>)
func.func @is_known(%v: f32, %box: memref<memref<f32>>, %fine: i1) {
  %m = memref.alloc() : memref<f32>
  %k = memref.alloc() : memref<f32>
  %l = memref.alloc() : memref<f32>
  %token = async.execute {
    memref.store %v, %m[] : memref<f32>
    async.yield
  }
  call @elsewhere(%k) : (memref<f32>) -> ()
  memref.store %l, %box[] : memref<memref<f32>>
  cf.assert %fine, "too early"
  async.await %token : !async.token
  memref.dealloc %m : memref<f32>
  memref.dealloc %k : memref<f32>
  memref.dealloc %l : memref<f32>
  return
}
// Nothing frees it: it is not this function's.
func.func @keeps(%fine: i1) {
  %m = memref.alloc() : memref<f32>
  cf.assert %fine, "kept"
  return
}
// What a callee gives may be what it got: it is freed in its place, if it is on conditions, and is another one otherwise.
func.func private @passes_on(%m: memref<f32>) -> memref<f32> {
  return %m : memref<f32>
}
func.func @on_conditions(%is_other: i1, %fine: i1) {
  %m = memref.alloc() : memref<f32>
  %r = call @passes_on(%m) : (memref<f32>) -> memref<f32>
  memref.dealloc %r : memref<f32>
  cf.assert %fine, "it was freed by another name"
  scf.if %is_other {
    memref.dealloc %m : memref<f32>
  }
  return
}
func.func @in_any_case(%fine: i1) {
  %m = memref.alloc() : memref<f32>
  %r = call @passes_on(%m) : (memref<f32>) -> memref<f32>
  cf.assert %fine, "it is there"
  memref.dealloc %m : memref<f32>
  return
}
// Each failure frees what is there by then. They share the code that does.
func.func @one_after_the_other(%n: index, %a: i1, %b: i1, %c: i1) {
  %first = memref.alloc(%n) : memref<?xf32>
  cf.assert %a, "one is there"
  %second = memref.alloc(%n) : memref<?xf32>
  cf.assert %b, "two are there"
  %third = memref.alloc(%n) : memref<?xf32>
  cf.assert %c, "three are there"
  memref.dealloc %third : memref<?xf32>
  memref.dealloc %second : memref<?xf32>
  memref.dealloc %first : memref<?xf32>
  return
}
