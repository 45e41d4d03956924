// RUN: --llvm-use-default-visibility=visibility=protected
// Unlike MLIR: what only its module sees keeps its visibility, since LLVM refuses any other.
llvm.mlir.global external @seen(1 : i32) : i32
llvm.mlir.global external @declared() : i32
llvm.mlir.global internal @local(1 : i32) : i32
llvm.mlir.global private @private(1 : i32) : i32
llvm.mlir.global external hidden @hidden(1 : i32) : i32
llvm.func @f() {
  llvm.return
}
llvm.func internal @g() {
  llvm.return
}
llvm.func hidden @h() {
  llvm.return
}
llvm.mlir.alias external @alias : i32 {
  %0 = llvm.mlir.addressof @seen : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.ifunc external @chosen : !llvm.func<void ()>, !llvm.ptr @resolver
llvm.func @resolver() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @f : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
module @inner {
  llvm.func linkonce @f() {
    llvm.return
  }
}
