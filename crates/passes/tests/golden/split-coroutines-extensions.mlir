// RUN: --async-func-to-async-runtime --async-to-async-runtime --convert-async-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts --split-coroutines=runtime-extensions
// Unlike MLIR: it leaves coroutines to LLVM.

// The frame comes from a pool, where the coroutine is about to be suspended: not if there is nothing to wait for.
async.func @waits(%a: !async.value<i64>) -> !async.value<i64> {
  %x = async.await %a : !async.value<i64>
  %twice = arith.addi %x, %x : i64
  async.return %twice : i64
}

func.func @task(%a: !async.token) -> !async.token {
  %token = async.execute [%a] {
    async.yield
  }
  return %token : !async.token
}

// What is computed between the preparation and the suspension may be used behind: then the suspension is not passed by.
func.func @computed_between(%a: !async.token, %x: i64) -> !async.value<i64> {
  %value = async.runtime.create : !async.value<i64>
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  %twice = arith.addi %x, %x : i64
  async.runtime.await_and_resume %a, %handle : !async.token
  async.coro.suspend %state, ^end, ^resumed, ^free
^resumed:
  async.runtime.store %twice, %value : <i64>
  async.runtime.set_available %value : !async.value<i64>
  cf.br ^free
^free:
  async.coro.free %id, %handle
  cf.br ^end
^end:
  async.coro.end %handle
  return %value : !async.value<i64>
}

// A remainder is not computed anew where the coroutine did not get to it: it may be one by zero.
func.func private @use(i64)
func.func private @ask() -> i1
func.func @remainder(%a: !async.token) -> !async.token {
  %token = async.runtime.create : !async.token
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %id = async.coro.id
  %handle = async.coro.begin %id
  %first = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %first, ^end, ^resumed, ^free
^resumed:
  %flag = func.call @ask() : () -> i1
  cf.cond_br %flag, ^remainder, ^done
^remainder:
  %r = llvm.srem %one, %zero : i64
  %second = async.coro.save %handle
  async.runtime.await_and_resume %a, %handle : !async.token
  async.coro.suspend %second, ^end, ^again, ^free
^again:
  func.call @use(%r) : (i64) -> ()
  cf.br ^done
^done:
  async.runtime.set_available %token : !async.token
  cf.br ^free
^free:
  async.coro.free %id, %handle
  cf.br ^end
^end:
  async.coro.end %handle
  return %token : !async.token
}
