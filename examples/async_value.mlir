// Tasks that yield values: awaited from outside, from within another task, and a buffer that a task allocates.


func.func @main() {
  %token, %result = async.execute -> !async.value<f32> {
    %cst = arith.constant 123.456 : f32
    async.yield %cst : f32
  }
  %plain = async.await %result : !async.value<f32>
  vector.print %plain : f32

  %token0, %result0 = async.execute -> !async.value<f32> {
    %token1, %result1 = async.execute -> !async.value<f32> {
      %cst = arith.constant 456.789 : f32
      async.yield %cst : f32
    }
    %inner = async.await %result1 : !async.value<f32>
    async.yield %inner : f32
  }
  %nested = async.await %result0 : !async.value<f32>
  vector.print %nested : f32

  %token2, %result2 = async.execute [%token0] -> !async.value<memref<f32>> {
    %buffer = memref.alloc() : memref<f32>
    %cst = arith.constant 987.654 : f32
    memref.store %cst, %buffer[] : memref<f32>
    async.yield %buffer : memref<f32>
  }
  %buffer = async.await %result2 : !async.value<memref<f32>>
  %element = memref.load %buffer[] : memref<f32>
  vector.print %element : f32
  memref.dealloc %buffer : memref<f32>
  return
}
