// RUN: --lower-emutls
// Unlike MLIR: it has no such pass.

llvm.mlir.global external thread_local @elsewhere() : i32
llvm.mlir.global internal thread_local @number(41 : i32) : i32
llvm.mlir.global internal thread_local @endless() : !llvm.struct<"endless", opaque> {
  %poison = llvm.mlir.poison : !llvm.struct<"endless", opaque>
  llvm.return %poison : !llvm.struct<"endless", opaque>
}
llvm.mlir.alias external thread_local @alias : i32 {
  %number = llvm.mlir.addressof @number : !llvm.ptr
  llvm.return %number : !llvm.ptr
}
llvm.mlir.global internal @table() : !llvm.ptr {
  %number = llvm.mlir.addressof @number : !llvm.ptr
  llvm.return %number : !llvm.ptr
}
