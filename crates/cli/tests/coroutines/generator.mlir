// A generator by hand: it is resumed until it is done, then destroyed; a second one is destroyed halfway. What it
// prints last, -1, comes from where it is destroyed.

llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @printI64(i64)
llvm.func @printNewline()

llvm.func @print(%n: i64) {
  llvm.call @printI64(%n) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.return
}

llvm.func @generator(%start: i64, %end: i64) -> !llvm.ptr attributes {passthrough = ["presplitcoroutine", "noinline"]} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %minus = llvm.mlir.constant(-1 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %true = llvm.mlir.constant(true) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %memory = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.br ^loop(%start, %start : i64, i64)
^loop(%i: i64, %sum: i64):
  %more = llvm.icmp "slt" %i, %end : i64
  llvm.cond_br %more, ^body, ^last
^body:
  llvm.call @print(%i) : (i64) -> ()
  %none = llvm.mlir.none : !llvm.token
  %state = llvm.intr.coro.suspend %none, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^next,
    1: ^cleanup
  ]
^next:
  %after = llvm.add %i, %one : i64
  %new_sum = llvm.add %sum, %after : i64
  llvm.br ^loop(%after, %new_sum : i64, i64)
^last:
  llvm.call @print(%sum) : (i64) -> ()
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %done = llvm.intr.coro.suspend %save, %true : i8
  llvm.switch %done : i8, ^suspended [
    1: ^cleanup
  ]
^cleanup:
  llvm.call @print(%minus) : (i64) -> ()
  %freed = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%freed) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %no_values = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %no_values : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return %handle : !llvm.ptr
}

llvm.func @main() {
  %three = llvm.mlir.constant(3 : i64) : i64
  %seven = llvm.mlir.constant(7 : i64) : i64
  %all = llvm.call @generator(%three, %seven) : (i64, i64) -> !llvm.ptr
  llvm.br ^loop
^loop:
  %done = llvm.call_intrinsic "llvm.coro.done"(%all) : (!llvm.ptr) -> i1
  llvm.cond_br %done, ^end, ^resume
^resume:
  llvm.intr.coro.resume %all : !llvm.ptr
  llvm.br ^loop
^end:
  llvm.call_intrinsic "llvm.coro.destroy"(%all) : (!llvm.ptr) -> ()
  %some = llvm.call @generator(%three, %seven) : (i64, i64) -> !llvm.ptr
  llvm.intr.coro.resume %some : !llvm.ptr
  llvm.call_intrinsic "llvm.coro.destroy"(%some) : (!llvm.ptr) -> ()
  llvm.return
}
