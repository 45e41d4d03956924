// RUN: --int-range-optimizations
// Unlike MLIR: it crashes where a number that is known becomes an async value.
async.func @forty() -> !async.value<i32> {
  %n = arith.constant 40 : i32
  return %n : i32
}

func.func @awaited() -> (i32, i32) {
  %two = arith.constant 2 : i32
  %token, %value = async.execute -> !async.value<i32> {
    async.yield %two : i32
  }
  %n = async.await %value : !async.value<i32>
  %called = async.call @forty() : () -> !async.value<i32>
  %m = async.await %called : !async.value<i32>
  return %n, %m : i32, i32
}
