// A task yields a value, the main function awaits it.
func.func @main() {
  %token, %value = async.execute -> !async.value<i32> {
    %answer = arith.constant 42 : i32
    async.yield %answer : i32
  }
  %result = async.await %value : !async.value<i32>
  vector.print %result : i32
  return
}
