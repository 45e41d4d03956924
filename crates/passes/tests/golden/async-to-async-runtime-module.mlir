// RUN: --async-to-async-runtime
// What stands in the module itself is outlined and lowered as in functions, and the names are in the order of ops.
// MLIR 22 cannot lower the assertions that awaits outside of functions become.
%one = arith.constant 1 : i32
%two = arith.constant 2 : i32
%sum = arith.addi %one, %two : i32
%first = async.execute {
  %inner = async.execute {
    "test.use"(%sum) : (i32) -> ()
    async.yield
  }
  async.await %inner : !async.token
  async.yield
}
func.func @between() -> !async.token {
  %token = async.execute {
    "test.between"() : () -> ()
    async.yield
  }
  return %token : !async.token
}
scf.execute_region {
  %last, %value = async.execute [%first] -> !async.value<i32> {
    async.yield %sum : i32
  }
  %plain = async.await %value : !async.value<i32>
  "test.use"(%plain) : (i32) -> ()
  scf.yield
}
