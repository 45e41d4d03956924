// RUN: --split-coroutines
// Unlike MLIR: it leaves coroutines to LLVM.

// Stack memory of constant size is fixed memory of a function only in its entry, also in a function that is no coroutine: it
// moves there, but not out of loops.

llvm.func @use(!llvm.ptr)

llvm.func @plain(%condition: i1, %count: i64) {
  %size = llvm.mlir.constant(4 : i64) : i64
  llvm.cond_br %condition, ^once, ^loop(%count : i64)
^once:
  %fixed = llvm.alloca %size x i64 {alignment = 32 : i64} : (i64) -> !llvm.ptr
  llvm.call @use(%fixed) : (!llvm.ptr) -> ()
  %dynamic = llvm.alloca %count x i64 : (i64) -> !llvm.ptr
  llvm.call @use(%dynamic) : (!llvm.ptr) -> ()
  llvm.return
^loop(%left: i64):
  %again = llvm.alloca %size x i64 : (i64) -> !llvm.ptr
  llvm.call @use(%again) : (!llvm.ptr) -> ()
  %one = llvm.mlir.constant(1 : i64) : i64
  %next = llvm.sub %left, %one : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %more = llvm.icmp "ne" %next, %zero : i64
  llvm.cond_br %more, ^loop(%next : i64), ^end
^end:
  llvm.return
}

// What is not fixed is aligned like the widest vector that is passed.

llvm.func @takes(vector<16xf32>, !llvm.ptr)

llvm.func @passes(%vector: vector<16xf32>, %count: i64) {
  %strict = llvm.alloca %count x i64 {alignment = 128 : i64} : (i64) -> !llvm.ptr
  %memory = llvm.alloca %count x i64 {alignment = 32 : i64} : (i64) -> !llvm.ptr
  llvm.call @takes(%vector, %strict) : (vector<16xf32>, !llvm.ptr) -> ()
  llvm.call @use(%memory) : (!llvm.ptr) -> ()
  llvm.return
}
