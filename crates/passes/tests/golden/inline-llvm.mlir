// RUN: --inline=inlining-threshold=100

llvm.func private @callee(%n: i64) -> i32 attributes {sym_visibility = "private"} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %0 = llvm.alloca %c1 x f32 : (i32) -> !llvm.ptr
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %1 = llvm.alloca %c4 x f32 : (i32) -> !llvm.ptr
  %2 = llvm.load %0 : !llvm.ptr -> i32
  llvm.store %2, %1 : i32, !llvm.ptr
  llvm.return %2 : i32
}
llvm.func @dyn(%n: i64) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %0 = llvm.alloca %n x f32 : (i64) -> !llvm.ptr
  %1 = llvm.alloca %c1 x f32 : (i32) -> !llvm.ptr
  %2 = llvm.load %0 : !llvm.ptr -> i32
  llvm.store %2, %1 : i32, !llvm.ptr
  llvm.return %2 : i32
}
llvm.func @unr(%n: i64) {
  llvm.unreachable
}
llvm.func @entry_call(%n: i64) -> i32 {
  %0 = llvm.call @callee(%n) : (i64) -> i32
  llvm.return %0 : i32
}
llvm.func @later_call(%n: i64, %c: i1) -> i32 {
  llvm.cond_br %c, ^a, ^b
^a:
  %0 = llvm.call @callee(%n) : (i64) -> i32
  llvm.return %0 : i32
^b:
  %1 = llvm.call @dyn(%n) : (i64) -> i32
  llvm.call @unr(%n) : (i64) -> ()
  llvm.return %1 : i32
}
