// RUN: --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm
// Unlike MLIR: it puts outlined functions and declarations into the outer module, where calls in inner ones do not find them.
func.func @async_execute_fn() {
  return
}
module @inner {
  async.func @f() -> !async.token {
    return
  }
  func.func @g() {
    %token = async.execute {
      "test.use"() : () -> ()
      async.yield
    }
    async.await %token : !async.token
    return
  }
}
module @plain {
  func.func @h() {
    return
  }
}
