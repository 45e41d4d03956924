// RUN: --split-coroutines
// Unlike MLIR: it leaves coroutines to LLVM.

llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @mlirAsyncRuntimeExecute(!llvm.ptr, !llvm.ptr)
llvm.func @fill(!llvm.ptr)
llvm.func @use(i64)
llvm.func @use_wide(vector<16xf32>)
llvm.func @use_pair(!llvm.struct<(i8, i64)>)
llvm.mlir.global internal @table() : !llvm.array<4 x i64>

llvm.func @__resume(%handle: !llvm.ptr) attributes {sym_visibility = "private"} {
  llvm.intr.coro.resume %handle : !llvm.ptr
  llvm.return
}

// In the frame: the vector, aligned to 64 bytes, the struct, the byte, which fills a gap, and memory from the stack.
// Not in it: constants, the address of an element of a global, and the buffer that is only used before the suspension.
llvm.func @kinds(%wide: vector<16xf32>, %pair: !llvm.struct<(i8, i64)>, %byte: i8) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %resume = llvm.mlir.addressof @__resume : !llvm.ptr
  %table = llvm.mlir.addressof @table : !llvm.ptr
  %element = llvm.getelementptr %table[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i64>
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %align = llvm.intr.coro.align : i64
  %memory = llvm.call @aligned_alloc(%align, %size) : (i64, i64) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %kept = llvm.alloca %two x i64 {alignment = 32 : i64} : (i64) -> !llvm.ptr
  %second = llvm.getelementptr %kept[1] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.call @fill(%kept) : (!llvm.ptr) -> ()
  %before = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.intr.lifetime.start %before : !llvm.ptr
  llvm.store %two, %before : i64, !llvm.ptr
  llvm.intr.lifetime.end %before : !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  llvm.call @mlirAsyncRuntimeExecute(%handle, %resume) : (!llvm.ptr, !llvm.ptr) -> ()
  %state = llvm.intr.coro.suspend %save, %false : i8
  %wider = llvm.sext %state : i8 to i32
  llvm.switch %wider : i32, ^suspended [
    0: ^resumed,
    1: ^cleanup
  ]
^resumed:
  %after = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %a = llvm.load %second : !llvm.ptr -> i64
  %b = llvm.load %element : !llvm.ptr -> i64
  %extended = llvm.zext %byte : i8 to i64
  %sum = llvm.add %a, %b : i64
  %all = llvm.add %sum, %extended : i64
  llvm.store %all, %after : i64, !llvm.ptr
  %all_again = llvm.load %after : !llvm.ptr -> i64
  llvm.call @use(%all_again) : (i64) -> ()
  llvm.call @use(%two) : (i64) -> ()
  llvm.call @use_wide(%wide) : (vector<16xf32>) -> ()
  llvm.call @use_pair(%pair) : (!llvm.struct<(i8, i64)>) -> ()
  llvm.br ^cleanup
^cleanup:
  %freed = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%freed) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// A loop with a suspension in it: the sum is stored where the coroutine is suspended, not where it is computed, and the
// inner loop, which does not suspend, knows nothing of the frame.
llvm.func @loops(%n: i64, %data: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %none = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %resume = llvm.mlir.addressof @__resume : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %align = llvm.intr.coro.align : i64
  %memory = llvm.call @aligned_alloc(%align, %size) : (i64, i64) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.br ^outer(%none, %none : i64, i64)
^outer(%i: i64, %sum: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^wait, ^end
^wait:
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  llvm.call @mlirAsyncRuntimeExecute(%handle, %resume) : (!llvm.ptr, !llvm.ptr) -> ()
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^inner(%none, %sum : i64, i64),
    1: ^cleanup
  ]
^inner(%j: i64, %partial: i64):
  %address = llvm.getelementptr %data[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %element = llvm.load %address : !llvm.ptr -> i64
  %next_partial = llvm.add %partial, %element : i64
  %next_j = llvm.add %j, %one : i64
  %inner_more = llvm.icmp "slt" %next_j, %n : i64
  llvm.cond_br %inner_more, ^inner(%next_j, %next_partial : i64, i64), ^next
^next:
  %next_i = llvm.add %i, %one : i64
  llvm.br ^outer(%next_i, %next_partial : i64, i64)
^end:
  llvm.call @use(%sum) : (i64) -> ()
  llvm.br ^cleanup
^cleanup:
  %freed = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%freed) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %no_values = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %no_values : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// The stack is another one after the suspension, so it is not freed down to where it was before.
llvm.func @stack(%n: i64) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %place = llvm.intr.stacksave : !llvm.ptr
  %token = llvm.mlir.none : !llvm.token
  %state = llvm.intr.coro.suspend %token, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.intr.stackrestore %place : !llvm.ptr
  llvm.call @use(%n) : (i64) -> ()
  llvm.br ^suspended
^suspended:
  %no_values = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %no_values : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// Behind the loop and in it, the number comes from two entries: the branches into the loop pass it on, and more.
llvm.func @meets(%n: i64, %go: i1) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %none = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %resume = llvm.mlir.addressof @__resume : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %align = llvm.intr.coro.align : i64
  %memory = llvm.call @aligned_alloc(%align, %size) : (i64, i64) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  llvm.call @mlirAsyncRuntimeExecute(%handle, %resume) : (!llvm.ptr, !llvm.ptr) -> ()
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^start,
    1: ^cleanup
  ]
^start:
  llvm.br ^loop(%none, %n : i64, i64)
^loop(%i: i64, %sum: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %new_sum = llvm.add %sum, %n : i64
  llvm.cond_br %go, ^wait, ^next(%new_sum : i64)
^wait:
  %save_again = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  llvm.call @mlirAsyncRuntimeExecute(%handle, %resume) : (!llvm.ptr, !llvm.ptr) -> ()
  %state_again = llvm.intr.coro.suspend %save_again, %false : i8
  llvm.switch %state_again : i8, ^suspended [
    0: ^next(%new_sum : i64),
    1: ^cleanup
  ]
^next(%next_sum: i64):
  %next_i = llvm.add %i, %one : i64
  llvm.br ^loop(%next_i, %next_sum : i64, i64)
^end:
  llvm.call @use(%sum) : (i64) -> ()
  llvm.br ^cleanup
^cleanup:
  %freed = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%freed) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %no_values = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %no_values : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// Of the descriptor only the address is used behind the suspension, so only that is in the frame.
llvm.func @descriptor(%address: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %align = llvm.intr.coro.align : i64
  %memory = llvm.call @aligned_alloc(%align, %size) : (i64, i64) -> !llvm.ptr
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %poison = llvm.mlir.poison : !llvm.struct<(ptr, i64)>
  %with_address = llvm.insertvalue %address, %poison[0] : !llvm.struct<(ptr, i64)>
  %with_size = llvm.insertvalue %n, %with_address[1] : !llvm.struct<(ptr, i64)>
  %token = llvm.mlir.none : !llvm.token
  %state = llvm.intr.coro.suspend %token, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  %base = llvm.extractvalue %with_size[0] : !llvm.struct<(ptr, i64)>
  llvm.call @fill(%base) : (!llvm.ptr) -> ()
  %again = llvm.extractvalue %with_size[0] : !llvm.struct<(ptr, i64)>
  llvm.call @fill(%again) : (!llvm.ptr) -> ()
  %freed = llvm.intr.coro.free %id, %handle : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%freed) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %no_values = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %no_values : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// An address within memory in the frame, computed before a suspension and used after it: it is computed anew.
llvm.func @inner_address(%memory: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %memory : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %pair = llvm.alloca %one x !llvm.array<2 x i64> : (i64) -> !llvm.ptr
  %second = llvm.getelementptr %pair[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x i64>
  llvm.store %one, %pair : i64, !llvm.ptr
  llvm.store %one, %second : i64, !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  %first_number = llvm.load %pair : !llvm.ptr -> i64
  llvm.store %first_number, %second : i64, !llvm.ptr
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}
