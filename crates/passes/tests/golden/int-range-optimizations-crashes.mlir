// RUN: --int-range-optimizations
// Unlike MLIR: it crashes on these functions.
// A number that is known becomes an async value.
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

// Bounds that are not constant.
func.func @to_any(%n: index) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %is_positive = arith.cmpi sge, %i, %c0 : index
    "test.use"(%is_positive) : (i1) -> ()
  }
  return
}
