// RUN: --async-func-to-async-runtime
// Calls and foldable ops of the module itself are lowered as those in functions.
// MLIR 22 cannot lower the assertions that awaits outside of functions become.
%one = arith.constant 1 : i32
%two = arith.constant 2 : i32
%sum = arith.addi %one, %two : i32
async.func @f(%a: i32) -> !async.value<i32> {
  return %a : i32
}
%value = async.call @f(%sum) : (i32) -> !async.value<i32>
scf.execute_region {
  %again = async.call @f(%sum) : (i32) -> !async.value<i32>
  %plain = async.await %again : !async.value<i32>
  "test.use"(%plain) : (i32) -> ()
  scf.yield
}
