// A failed assertion puts the token and the value of its task into the error state. Whoever depends on them gets the
// error too; a plain function can ask for it.

func.func @main() {
  %false = arith.constant false
  %true = arith.constant true
  %ok = async.execute {
    cf.assert %true, "never fails"
    async.yield
  }
  %failed = async.execute {
    cf.assert %false, "always fails"
    async.yield
  }
  %dependent = async.execute [%failed] {
    async.yield
  }
  async.runtime.await %ok : !async.token
  async.runtime.await %failed : !async.token
  async.runtime.await %dependent : !async.token
  %e0 = async.runtime.is_error %ok : !async.token
  %e1 = async.runtime.is_error %failed : !async.token
  %e2 = async.runtime.is_error %dependent : !async.token
  vector.print %e0 : i1
  vector.print %e1 : i1
  vector.print %e2 : i1
  return
}
