// RUN: --lower-emutls
// Unlike MLIR: it has no such pass.

llvm.mlir.global internal thread_local @number(41 : i32) {alignment = 32 : i64} : i32
llvm.mlir.global thread_local @pair() : !llvm.struct<(i8, f64)> {
  %zero = llvm.mlir.zero : !llvm.struct<(i8, f64)>
  llvm.return %zero : !llvm.struct<(i8, f64)>
}
llvm.mlir.global internal @shared(1 : i32) : i32
llvm.func @addresses(%i: i1) -> !llvm.ptr {
  %number = llvm.mlir.addressof @number : !llvm.ptr
  %pair = llvm.mlir.addressof @pair : !llvm.ptr
  %shared = llvm.mlir.addressof @shared : !llvm.ptr
  %one = llvm.select %i, %number, %pair : i1, !llvm.ptr
  %address = llvm.select %i, %one, %shared : i1, !llvm.ptr
  llvm.return %address : !llvm.ptr
}
