// Every op of async in every form it can be written in.
// (MLIR drops too many or too few references of some of these, where it counts them by rules.)
async.func private @declared(i32) -> !async.token
async.func @token() -> !async.token {
  return
}
async.func @value(%x: i32 {test.x}) -> (!async.value<i32> {test.r}) attributes {test.note} {
  async.return %x : i32
}
async.func @both(%x: i32, %y: !async.value<f32>, %t: !async.token) -> (!async.token, !async.value<i32>, !async.value<f32>) {
  %0 = async.await %y : !async.value<f32>
  async.await %t : !async.token {foo}
  %1 = async.call @declared(%x) : (i32) -> !async.token
  %2:3 = async.call @both(%x, %y, %t) {foo} : (i32, !async.value<f32>, !async.token) -> (!async.token, !async.value<i32>, !async.value<f32>)
  return {foo} %x, %0 : i32, f32
}
func.func @execute(%t: !async.token, %v: !async.value<f32>, %w: !async.value<i32>, %c: i32) {
  %token = async.execute {
    async.yield
  }
  %token_1 = async.execute [%t, %token] attributes {foo} {
    async.yield {bar}
  }
  %token_2, %result = async.execute [%t] (%v as %x: !async.value<f32>) -> !async.value<f32> {
    async.yield %x : f32
  }
  %token_3, %results:2 = async.execute (%v as %x: !async.value<f32>, %w as %y: !async.value<i32>)
      -> (!async.value<i32>, !async.value<i32>) {
    async.yield %y, %c : i32, i32
  }
  %token_4, %inner = async.execute -> !async.value<i32> {
    %token_5 = async.execute {
      "test.work"() : () -> ()
      async.yield
    }
    async.yield %c : i32
  }
  return
}
func.func @groups(%t: !async.token, %v: !async.value<f32>, %size: index) {
  %group = async.create_group %size : !async.group
  %group_1 = async.create_group %size : !async.group {foo}
  %rank = async.add_to_group %t, %group : !async.token
  %rank_1 = async.add_to_group %v, %group : !async.value<f32> {foo}
  async.await_all %group
  async.await_all %group_1 {foo}
  return
}
func.func @coroutine() -> !async.token {
  %token = async.runtime.create : !async.token
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %state, ^suspend, ^resume, ^cleanup
^resume:
  async.runtime.set_available %token : !async.token
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %handle {foo}
  cf.br ^suspend
^suspend:
  async.coro.end %handle
  return %token : !async.token
}
func.func @runtime(%x: f32, %size: index, %handle: !async.coro.handle, %id: !async.coro.id, %state: !async.coro.state) {
  %t = async.runtime.create {foo} : !async.token
  %v = async.runtime.create : !async.value<f32>
  %w = async.runtime.create : !async.value<vector<4xf32>>
  %g = async.runtime.create_group %size : !async.group
  async.runtime.set_available %v : !async.value<f32>
  async.runtime.set_error %t {foo} : !async.token
  %e = async.runtime.is_error %g : !async.group
  %e1 = async.runtime.is_error %v : !async.value<f32>
  async.runtime.await %t : !async.token
  async.runtime.await %g : !async.group
  async.runtime.await_and_resume %v, %handle : !async.value<f32>
  async.runtime.store %x, %v : !async.value<f32>
  async.runtime.store %x, %v {foo} : <f32>
  %y = async.runtime.load %v : !async.value<f32>
  %z = async.runtime.load %w : <vector<4xf32>>
  %rank = async.runtime.add_to_group %t, %g : !async.token
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.drop_ref %g {count = 2 : i64, foo} : !async.group
  %n = async.runtime.num_worker_threads : index
  return
}
