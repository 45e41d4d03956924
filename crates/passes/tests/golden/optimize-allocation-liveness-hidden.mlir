// RUN: builtin.module(func.func(optimize-allocation-liveness))
// Unlike MLIR: memory that tasks use, whose address is taken, or that ops get of which nothing is known, is freed where it was.

func.func @ptr(%f: f32, %i: index, %c: i1) -> index {
  %a = memref.alloc() : memref<4xf32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xf32> -> index
  "user.use"() : () -> ()
  %q = arith.addi %p, %p : index
  "user.use"(%q) : (index) -> ()
  memref.dealloc %a : memref<4xf32>
  return %q : index
}
func.func @unknown(%f: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %r = "user.callee"(%a) : (memref<4xf32>) -> memref<4xf32>
  "user.use"() : () -> ()
  %x = memref.load %r[%i] : memref<4xf32>
  "user.use"() : () -> ()
  memref.dealloc %a : memref<4xf32>
  return %x : f32
}
func.func @token(%f: f32, %i: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%i] : memref<4xf32>
  %t = async.execute {
    memref.store %f, %a[%i] : memref<4xf32>
    async.yield
  }
  "user.use"() : () -> ()
  async.await %t : !async.token
  memref.dealloc %a : memref<4xf32>
  return
}
func.func @realloc(%f: f32, %i: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%i] : memref<4xf32>
  "user.use"() : () -> ()
  %b = memref.realloc %a : memref<4xf32> to memref<8xf32>
  memref.store %f, %b[%i] : memref<8xf32>
  "user.use"() : () -> ()
  memref.dealloc %b : memref<8xf32>
  return
}
