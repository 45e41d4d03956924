// RUN: --split-coroutines

llvm.func @use(!llvm.ptr)
llvm.func @use_scalable(vector<[4]xf32>)

// A suspension without a coroutine.
llvm.func @no_begin() {
  %false = llvm.mlir.constant(false) : i1
  %none = llvm.mlir.none : !llvm.token
  %state = llvm.intr.coro.suspend %none, %false : i8
  llvm.return
}

// Two coroutines in one function.
llvm.func @two_begins() {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %second = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// A promise that is not memory from the stack.
llvm.func @promise(%memory: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %memory, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// Whether the suspension is the final one depends.
llvm.func @unknown_final(%last: i1) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %last : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// The end of an unwinding.
llvm.func @unwinds() {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.br ^suspended
^suspended:
  %true = llvm.mlir.constant(true) : i1
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %true, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// An intrinsic of LLVM's that the pass does not know.
llvm.func @other_intrinsic() {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %frame = llvm.call_intrinsic "llvm.coro.frame"() : () -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// The handle of another coroutine.
llvm.func @other_handle(%other: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %other : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// A type of unknown size in the frame.
llvm.func @scalable(%wide: vector<[4]xf32>) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.call @use_scalable(%wide) : (vector<[4]xf32>) -> ()
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// Memory of unknown size in the frame.
llvm.func @dynamic_alloca(%n: i64) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %memory = llvm.alloca %n x i64 : (i64) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.call @use(%memory) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// Memory in the frame whose address was stored before there is one.
llvm.func @early_alloca(%out: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %memory = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.store %memory, %out : !llvm.ptr, !llvm.ptr
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.call @use(%memory) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// Memory that is used before there is a frame, where control may come from behind its beginning.
llvm.func @meeting_alloca(%begins: i1) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %memory = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.cond_br %begins, ^begin, ^last
^begin:
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.br ^last
^last:
  llvm.call @use(%memory) : (!llvm.ptr) -> ()
  llvm.return
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// A loop that allocates memory and keeps what it allocated before.
llvm.func @carried_alloca(%more: i1) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%null : !llvm.ptr)
^loop(%before: !llvm.ptr):
  %memory = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.call @use(%before) : (!llvm.ptr) -> ()
  llvm.cond_br %more, ^loop(%memory : !llvm.ptr), ^end
^end:
  llvm.br ^suspended
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// A coroutine that begins again after it was suspended.
llvm.func @begins_again() {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  llvm.br ^again
^again:
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %save = llvm.intr.coro.save %handle : (!llvm.ptr) -> !llvm.token
  %state = llvm.intr.coro.suspend %save, %false : i8
  llvm.switch %state : i8, ^suspended [
    0: ^resumed
  ]
^resumed:
  llvm.br ^again
^suspended:
  %none = llvm.mlir.none : !llvm.token
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}

// Sizes and states of other types.
llvm.func @other_types() {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %null = llvm.mlir.zero : !llvm.ptr
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : f32
  %handle = llvm.intr.coro.begin %id, %null : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %none = llvm.mlir.none : !llvm.token
  %state = llvm.intr.coro.suspend %none, %false : f64
  %unwinding = llvm.intr.coro.end %handle, %false, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  llvm.return
}
