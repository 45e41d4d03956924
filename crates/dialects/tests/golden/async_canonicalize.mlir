// Groups that are only awaited.
func.func @groups(%t: !async.token, %size: index, %other: index) {
  %0 = async.create_group %size : !async.group
  async.await_all %0
  async.await_all %0
  %1 = async.create_group %other : !async.group
  %2 = async.add_to_group %t, %1 : !async.token
  async.await_all %1
  %3 = async.create_group %size : !async.group
  return
}
async.func @constants(%size: index) -> !async.value<i32> {
  %0 = "test.a"() : () -> i32
  %token = execute {
    %c1 = arith.constant 1 : i32
    "test.b"(%c1) : (i32) -> ()
    async.yield
  }
  %c1 = arith.constant 1 : i32
  return %c1 : i32
}
