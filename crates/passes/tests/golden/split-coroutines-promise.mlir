// RUN: --split-coroutines
// Unlike MLIR: it leaves coroutines to LLVM.

llvm.func @use(!llvm.ptr)

// The promise stands behind the two functions, the number of the suspension point behind it. What is stored before the
// coroutine begins is copied there; addresses that were computed before are computed anew.
llvm.func @promise(%start: i64, %memory: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %promise = llvm.alloca %one x !llvm.struct<(i32, i64)> : (i64) -> !llvm.ptr
  %second = llvm.getelementptr %promise[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>
  llvm.store %start, %second : i64, !llvm.ptr
  %id = llvm.intr.coro.id %zero, %promise, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.call @use(%second) : (!llvm.ptr) -> ()
  %save_again = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %again = llvm.intr.coro.suspend %save_again, %false : i8
  llvm.switch %again : i8, ^suspended [
    0: ^end
  ]
^end:
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// The promise of any coroutine, and the coroutine of a promise; one is aligned to 64 bytes.
llvm.func @find(%handle: !llvm.ptr) -> !llvm.ptr {
  %false = llvm.mlir.constant(false) : i1
  %true = llvm.mlir.constant(true) : i1
  %eight = llvm.mlir.constant(8 : i32) : i32
  %sixty_four = llvm.mlir.constant(64 : i32) : i32
  %promise = llvm.intr.coro.promise %handle, %eight, %false : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.call @use(%promise) : (!llvm.ptr) -> ()
  %other = llvm.intr.coro.promise %promise, %sixty_four, %true : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.return %other : !llvm.ptr
}
