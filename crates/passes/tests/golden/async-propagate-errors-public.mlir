// RUN: --async-propagate-errors=public-functions=true
// Unlike MLIR: it has no such pass.
// A public function that awaits something returns its failure to a function that has its name, and raises it. So does what
// it calls, in place if nobody else does.
func.func private @below(%v: !async.value<f32>) -> f32 {
  %x = async.await %v : !async.value<f32>
  return %x : f32
}
func.func @entry(%v: !async.value<f32>, %t: !async.token) -> f32 {
  %x = call @below(%v) : (!async.value<f32>) -> f32
  async.await %t : !async.token
  return %x : f32
}

// One that has nothing to drop raises it itself.
func.func @plain(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %fine = arith.cmpi ne, %x, %zero : i32
  cf.assert %fine, "a zero"
  return %x : i32
}

// Tasks may use what is on the stack of this one: they come to their end before its caller goes on.
func.func @with_stack(%x: f32) {
  %m = memref.alloca() : memref<f32>
  %token = async.execute {
    memref.store %x, %m[] : memref<f32>
    async.yield
  }
  async.await %token : !async.token
  return
}
