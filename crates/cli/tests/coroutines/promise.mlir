// Promises: what a coroutine gives to those who know its handle. One is found by them while the coroutine is suspended,
// and the coroutine from it; one is aligned more strictly than pointers are; both are written before the coroutine
// begins. And other memory from the stack that is used on both sides of the beginning.

llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @printI64(i64)
llvm.func @printNewline()

llvm.func @print(%n: i64) {
  llvm.call @printI64(%n) : (i64) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.return
}

// Doubles what is in memory.
llvm.func @double(%memory: !llvm.ptr) attributes {passthrough = ["noinline"]} {
  %old = llvm.load %memory : !llvm.ptr -> i64
  %new = llvm.add %old, %old : i64
  llvm.store %new, %memory : i64, !llvm.ptr
  llvm.return
}

// Counts in its promise, which also holds a byte that never changes; in memory of its own it counts by `%step`.
llvm.func @counter(%start: i64, %step: i64) -> !llvm.ptr attributes {passthrough = ["presplitcoroutine", "noinline"]} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %seven = llvm.mlir.constant(7 : i8) : i8
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %promise = llvm.alloca %one x !llvm.struct<(i8, i64)> : (i64) -> !llvm.ptr
  %own = llvm.alloca %one x !llvm.array<2 x i64> {alignment = 32 : i64} : (i64) -> !llvm.ptr
  %count = llvm.getelementptr %promise[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64)>
  llvm.store %seven, %promise : i8, !llvm.ptr
  llvm.store %start, %count : i64, !llvm.ptr
  %second = llvm.getelementptr %own[1] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %step, %own : i64, !llvm.ptr
  llvm.store %start, %second : i64, !llvm.ptr
  llvm.call @double(%second) : (!llvm.ptr) -> ()
  %id = llvm.intr.coro.id %zero, %promise, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %align = llvm.intr.coro.align : i64
  %memory = llvm.call @aligned_alloc(%align, %size) : (i64, i64) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.br ^loop
^loop:
  %none = llvm.mlir.none : !llvm.token
  %state = llvm.intr.coro.suspend %none, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^next,
    1: ^cleanup
  ]
^next:
  %old = llvm.load %count : !llvm.ptr -> i64
  %new = llvm.add %old, %one : i64
  llvm.store %new, %count : i64, !llvm.ptr
  %by = llvm.load %own : !llvm.ptr -> i64
  %sum = llvm.load %second : !llvm.ptr -> i64
  %new_sum = llvm.add %sum, %by : i64
  llvm.store %new_sum, %second : i64, !llvm.ptr
  llvm.call @print(%new_sum) : (i64) -> ()
  llvm.br ^loop
^cleanup:
  %byte = llvm.load %promise : !llvm.ptr -> i8
  %wide = llvm.zext %byte : i8 to i64
  llvm.call @print(%wide) : (i64) -> ()
  %freed = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%freed) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %no_values = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %no_values : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return %handle : !llvm.ptr
}

// Its promise, 64 bytes at a multiple of 64, holds what the one who resumes it wants printed. The coroutine gives the
// address of the promise instead of its own.
llvm.func @printer() -> !llvm.ptr attributes {passthrough = ["presplitcoroutine", "noinline"]} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %sixty_four = llvm.mlir.constant(64 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %promise = llvm.alloca %one x vector<16xi32> {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %id = llvm.intr.coro.id %sixty_four, %promise, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %align = llvm.intr.coro.align : i64
  %memory = llvm.call @aligned_alloc(%align, %size) : (i64, i64) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %found = llvm.intr.coro.promise %handle, %sixty_four, %false : (!llvm.ptr, i32, i1) -> !llvm.ptr
  %same = llvm.icmp "eq" %found, %promise : !llvm.ptr
  %is_same = llvm.zext %same : i1 to i64
  llvm.call @print(%is_same) : (i64) -> ()
  llvm.br ^loop(%one : i64)
^loop(%round: i64):
  %none = llvm.mlir.none : !llvm.token
  %state = llvm.intr.coro.suspend %none, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^next,
    1: ^cleanup
  ]
^next:
  %wanted = llvm.load %promise : !llvm.ptr -> vector<16xi32>
  %all = "llvm.intr.vector.reduce.add"(%wanted) : (vector<16xi32>) -> i32
  %wide = llvm.sext %all : i32 to i64
  %scaled = llvm.mul %wide, %round : i64
  llvm.call @print(%scaled) : (i64) -> ()
  %next = llvm.add %round, %one : i64
  llvm.br ^loop(%next : i64)
^cleanup:
  %freed = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%freed) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %no_values = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %no_values : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return %found : !llvm.ptr
}

llvm.func @main() {
  %false = llvm.mlir.constant(false) : i1
  %true = llvm.mlir.constant(true) : i1
  %eight = llvm.mlir.constant(8 : i32) : i32
  %sixty_four = llvm.mlir.constant(64 : i32) : i32
  %three = llvm.mlir.constant(3 : i64) : i64
  %hundred = llvm.mlir.constant(100 : i64) : i64

  %counter = llvm.call @counter(%three, %hundred) : (i64, i64) -> !llvm.ptr
  llvm.intr.coro.resume %counter : !llvm.ptr
  %promise = llvm.intr.coro.promise %counter, %eight, %false : (!llvm.ptr, i32, i1) -> !llvm.ptr
  %at = llvm.getelementptr %promise[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64)>
  %four = llvm.load %at : !llvm.ptr -> i64
  llvm.call @print(%four) : (i64) -> ()
  llvm.store %hundred, %at : i64, !llvm.ptr
  %again = llvm.intr.coro.promise %promise, %eight, %true : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.intr.coro.resume %again : !llvm.ptr
  %more = llvm.load %at : !llvm.ptr -> i64
  llvm.call @print(%more) : (i64) -> ()
  llvm.call_intrinsic "llvm.coro.destroy"(%again) : (!llvm.ptr) -> ()

  %wide = llvm.call @printer() : () -> !llvm.ptr
  %numbers = llvm.mlir.constant(dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]> : vector<16xi32>) : vector<16xi32>
  llvm.store %numbers, %wide : vector<16xi32>, !llvm.ptr
  %printer = llvm.intr.coro.promise %wide, %sixty_four, %true : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.intr.coro.resume %printer : !llvm.ptr
  llvm.intr.coro.resume %printer : !llvm.ptr
  llvm.call_intrinsic "llvm.coro.destroy"(%printer) : (!llvm.ptr) -> ()
  llvm.return
}
