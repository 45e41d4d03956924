// Tasks within tasks: each writes one element of a buffer and awaits the inner one, so the order of the prints is
// fixed although three threads may take part.


func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %four = arith.constant 4.0 : f32

  %buffer = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %zero, %buffer[%i] : memref<4xf32>
  }
  memref.store %one, %buffer[%c0] : memref<4xf32>

  %outer = async.execute {
    memref.store %two, %buffer[%c1] : memref<4xf32>
    %inner = async.execute {
      memref.store %three, %buffer[%c2] : memref<4xf32>
      async.yield
    }
    async.await %inner : !async.token
    memref.store %four, %buffer[%c3] : memref<4xf32>
    async.yield
  }
  async.await %outer : !async.token

  scf.for %i = %c0 to %c4 step %c1 {
    %element = memref.load %buffer[%i] : memref<4xf32>
    vector.print %element : f32
  }
  memref.dealloc %buffer : memref<4xf32>
  return
}
