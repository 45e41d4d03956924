// RUN: --split-coroutines
// Unlike MLIR: it leaves coroutines to LLVM.

llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @use(i64)
llvm.func @use_byte(i8)
llvm.func @may_suspend() -> i1

// A generator: its handle is returned, so somebody may destroy it. It ends in a final suspension.
llvm.func @generator(%start: i64, %end: i64) -> !llvm.ptr attributes {passthrough = ["presplitcoroutine", "noinline"]} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %true = llvm.mlir.constant(true) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %memory = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.br ^loop(%start : i64)
^loop(%i: i64):
  %more = llvm.icmp "slt" %i, %end : i64
  llvm.cond_br %more, ^body, ^last
^body:
  llvm.call @use(%i) : (i64) -> ()
  %none = llvm.mlir.none : !llvm.token
  %state = llvm.intr.coro.suspend %none, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^next,
    1: ^cleanup
  ]
^next:
  %after = llvm.add %i, %one : i64
  llvm.br ^loop(%after : i64)
^last:
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %done = llvm.intr.coro.suspend %save, %true : i8
  llvm.switch %done : i8, ^suspended [
    1: ^cleanup
  ]
^cleanup:
  %freed = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%freed) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %no_values = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %no_values : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return %handle : !llvm.ptr
}

// What any function does with a handle.
llvm.func @drive(%handle: !llvm.ptr) -> i1 {
  llvm.intr.coro.resume %handle : !llvm.ptr
  %done = llvm.call_intrinsic "llvm.coro.done"(%handle) : (!llvm.ptr) -> i1
  llvm.call_intrinsic "llvm.coro.destroy"(%handle) : (!llvm.ptr) -> ()
  llvm.return %done : i1
}

// What the suspension returns is used as a number, the coroutine may go on after it was prepared to be suspended, a
// value is made in between, and what ends in the suspended path is computed there.
llvm.func @numbers(%n: i64) -> i64 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %memory = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.br ^loop(%n : i64)
^loop(%i: i64):
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %suspends = llvm.call @may_suspend() : () -> i1
  %late = llvm.add %i, %one : i64
  llvm.cond_br %suspends, ^wait, ^next(%late : i64)
^wait:
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.call @use_byte(%state) : (i8) -> ()
  %minus = llvm.mlir.constant(-1 : i8) : i8
  %is_suspended = llvm.icmp "eq" %state, %minus : i8
  llvm.cond_br %is_suspended, ^suspended, ^next(%late : i64)
^next(%j: i64):
  %again = llvm.icmp "ne" %j, %one : i64
  llvm.cond_br %again, ^loop(%j : i64), ^cleanup
^cleanup:
  %freed = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%freed) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  llvm.call @use(%n) : (i64) -> ()
  %no_values = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %no_values : (!llvm.ptr, i1, !llvm.token) -> i1
  %twice = llvm.add %n, %n : i64
  llvm.return %twice : i64
}
