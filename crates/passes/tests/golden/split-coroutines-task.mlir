// RUN: --async-to-async-runtime --convert-async-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts --split-coroutines=runtime-extensions --symbol-dce
// Unlike MLIR: it leaves coroutines to LLVM.

// When a frame stands behind the token that its coroutine completes, and when it does not.

// A large one does not: who keeps the token would keep it.
func.func private @keep(vector<64xf32>)
func.func @large(%a: vector<64xf32>) -> !async.token {
  %token = async.execute {
    func.call @keep(%a) : (vector<64xf32>) -> ()
    async.yield
  }
  return %token : !async.token
}

// The first suspension comes in any case, and the token is completed on all ways to the end.
func.func @fits(%flag: i1) -> !async.token {
  %token = async.runtime.create : !async.token
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %state, ^end, ^resumed, ^free
^resumed:
  cf.cond_br %flag, ^works, ^fails
^works:
  async.runtime.set_available %token : !async.token
  cf.br ^free
^fails:
  async.runtime.set_error %token : !async.token
  cf.br ^free
^free:
  async.coro.free %id, %handle
  cf.br ^end
^end:
  async.coro.end %handle
  return %token : !async.token
}

// The token may be left pending: somebody else may complete it, after the frame is gone.
func.func @pending(%flag: i1) -> !async.token {
  %token = async.runtime.create : !async.token
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %state, ^end, ^resumed, ^free
^resumed:
  cf.cond_br %flag, ^works, ^free
^works:
  async.runtime.set_available %token : !async.token
  cf.br ^free
^free:
  async.coro.free %id, %handle
  cf.br ^end
^end:
  async.coro.end %handle
  return %token : !async.token
}

// The frame is freed first.
func.func @late() -> !async.token {
  %token = async.runtime.create : !async.token
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %state, ^end, ^resumed, ^free
^resumed:
  cf.br ^free
^free:
  async.coro.free %id, %handle
  async.runtime.set_available %token : !async.token
  cf.br ^end
^end:
  async.coro.end %handle
  return %token : !async.token
}

// Somebody else knows the token.
func.func private @look(!async.token)
func.func @known() -> !async.token {
  %token = async.runtime.create : !async.token
  %id = async.coro.id
  %handle = async.coro.begin %id
  call @look(%token) : (!async.token) -> ()
  %state = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %state, ^end, ^resumed, ^free
^resumed:
  async.runtime.set_available %token : !async.token
  cf.br ^free
^free:
  async.coro.free %id, %handle
  cf.br ^end
^end:
  async.coro.end %handle
  return %token : !async.token
}

// It may not be suspended at all.
func.func @hurries(%flag: i1) -> !async.token {
  %token = async.runtime.create : !async.token
  %id = async.coro.id
  %handle = async.coro.begin %id
  cf.cond_br %flag, ^waits, ^resumed
^waits:
  %state = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %state, ^end, ^resumed, ^free
^resumed:
  async.runtime.set_available %token : !async.token
  cf.br ^free
^free:
  async.coro.free %id, %handle
  cf.br ^end
^end:
  async.coro.end %handle
  return %token : !async.token
}

// Values stand behind the frame, where the runtime need not be asked for their payloads.
func.func @values(%a: i64, %b: vector<4xf32>) -> (!async.token, !async.value<i64>, !async.value<vector<4xf32>>) {
  %token, %values:2 = async.execute -> (!async.value<i64>, !async.value<vector<4xf32>>) {
    %sum = arith.addi %a, %a : i64
    %product = arith.mulf %b, %b : vector<4xf32>
    async.yield %sum, %product : i64, vector<4xf32>
  }
  return %token, %values#0, %values#1 : !async.token, !async.value<i64>, !async.value<vector<4xf32>>
}

// There is room for the first value only.
func.func @wide(%a: i64, %b: vector<64xf32>) -> (!async.token, !async.value<i64>, !async.value<vector<64xf32>>) {
  %token, %values:2 = async.execute -> (!async.value<i64>, !async.value<vector<64xf32>>) {
    %zero = arith.constant dense<0.0> : vector<64xf32>
    async.yield %a, %zero : i64, vector<64xf32>
  }
  return %token, %values#0, %values#1 : !async.token, !async.value<i64>, !async.value<vector<64xf32>>
}

// One of the ways to the end leaves the value pending.
func.func @unset(%flag: i1) -> (!async.token, !async.value<i1>) {
  %token = async.runtime.create : !async.token
  %value = async.runtime.create : !async.value<i1>
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %state, ^end, ^resumed, ^free
^resumed:
  cf.cond_br %flag, ^works, ^fails
^works:
  async.runtime.store %flag, %value : <i1>
  async.runtime.set_available %value : !async.value<i1>
  async.runtime.set_available %token : !async.token
  cf.br ^free
^fails:
  async.runtime.set_error %token : !async.token
  cf.br ^free
^free:
  async.coro.free %id, %handle
  cf.br ^end
^end:
  async.coro.end %handle
  return %token, %value : !async.token, !async.value<i1>
}

// A token that is put into an aggregate which is used behind a suspension may get anywhere.
func.func private @takes(!llvm.struct<(ptr)>)
func.func @in_aggregate() -> !async.token {
  %token = async.runtime.create : !async.token
  %id = async.coro.id
  %handle = async.coro.begin %id
  %undef = llvm.mlir.undef : !llvm.struct<(ptr)>
  %ptr = builtin.unrealized_conversion_cast %token : !async.token to !llvm.ptr
  %both = llvm.insertvalue %ptr, %undef[0] : !llvm.struct<(ptr)>
  %state = async.coro.save %handle
  async.runtime.resume %handle
  async.coro.suspend %state, ^end, ^resumed, ^free
^resumed:
  func.call @takes(%both) : (!llvm.struct<(ptr)>) -> ()
  async.runtime.set_available %token : !async.token
  cf.br ^free
^free:
  async.coro.free %id, %handle
  cf.br ^end
^end:
  async.coro.end %handle
  return %token : !async.token
}
