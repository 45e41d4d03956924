// Fibonacci numbers by recursive async functions: fib(25) alone makes 242,785 calls. With --coroutines=llvm each is a
// coroutine. By default asyncir sees that none of them ever has to wait, and makes plain calls of them.

async.func @fib(%n: i64) -> !async.value<i64> {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %is_small = arith.cmpi slt, %n, %c2 : i64
  cf.cond_br %is_small, ^done(%n : i64), ^recurse
^recurse:
  %n1 = arith.subi %n, %c1 : i64
  %n2 = arith.subi %n, %c2 : i64
  %a = async.call @fib(%n1) : (i64) -> !async.value<i64>
  %b = async.call @fib(%n2) : (i64) -> !async.value<i64>
  %x = async.await %a : !async.value<i64>
  %y = async.await %b : !async.value<i64>
  %sum = arith.addi %x, %y : i64
  cf.br ^done(%sum : i64)
^done(%result: i64):
  return %result : i64
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c26 = arith.constant 26 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c26 step %c5 {
    %n = arith.index_cast %i : index to i64
    %future = async.call @fib(%n) : (i64) -> !async.value<i64>
    %value = async.await %future : !async.value<i64>
    vector.print %value : i64
  }
  return
}
