// A chain of dependencies: every task starts when the one before is done, and takes its value.

func.func @main() {
  %one = arith.constant 1 : i32
  %t0, %v0 = async.execute -> !async.value<i32> {
    async.yield %one : i32
  }
  %t1, %v1 = async.execute [%t0] (%v0 as %x: !async.value<i32>) -> !async.value<i32> {
    %y = arith.addi %x, %x : i32
    async.yield %y : i32
  }
  %t2, %v2 = async.execute [%t1] (%v1 as %x: !async.value<i32>) -> !async.value<i32> {
    %y = arith.addi %x, %x : i32
    async.yield %y : i32
  }
  %t3, %v3 = async.execute [%t0, %t2] (%v1 as %a: !async.value<i32>, %v2 as %b: !async.value<i32>)
      -> !async.value<i32> {
    %y = arith.muli %a, %b : i32
    async.yield %y : i32
  }
  %result = async.await %v3 : !async.value<i32>
  vector.print %result : i32
  return
}
