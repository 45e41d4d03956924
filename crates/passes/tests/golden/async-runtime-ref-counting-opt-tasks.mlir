// RUN: --async-runtime-ref-counting-opt
// Tasks that are not lowered yet are left alone.
func.func @f() {
  %token = async.execute {
    async.yield
  }
  async.await %token : !async.token
  return
}
