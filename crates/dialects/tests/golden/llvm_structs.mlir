// Structures with names: parts of themselves, of each other, mentioned before and behind their bodies, opaque.
llvm.func @list(!llvm.struct<"list", (ptr, struct<"list">)>) -> !llvm.struct<"list", (ptr, struct<"list">)>
llvm.func @mutual(!llvm.struct<"a", (ptr, struct<"b", (ptr, struct<"a">)>)>, !llvm.struct<"b", (ptr, struct<"a", (ptr, struct<"b">)>)>)
llvm.func @arrays(!llvm.struct<"array", packed (i8, array<2 x struct<"array">>)>)
llvm.func @inner(!llvm.struct<"outer", (struct<"inner", (struct<"outer">, struct<"inner">)>)>)
llvm.func @opaque(!llvm.struct<"opaque", opaque>, !llvm.ptr) -> !llvm.struct<(i32, struct<"opaque", opaque>)>
llvm.func @names(!llvm.struct<"with space", ()>, !llvm.struct<"", (i32)>, !llvm.struct<"packed", packed ()>)
llvm.func @before(!llvm.struct<"later", (ptr, struct<"later", opaque>)>)
!alias = !llvm.struct<"aliased", (i32, ptr, struct<"list", (ptr, struct<"list">)>)>
llvm.func @uses(%p: !llvm.ptr, %n: i64, %list: !llvm.struct<"list", (ptr, struct<"list">)>) -> !alias {
  %0 = llvm.getelementptr %p[%n, 1, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"a", (ptr, struct<"b", (ptr, struct<"a">)>)>
  %1 = llvm.extractvalue %list[1] : !llvm.struct<"list", (ptr, struct<"list">)>
  %2 = llvm.insertvalue %1, %list[1, 1] : !llvm.struct<"list", (ptr, struct<"list">)>
  %3 = llvm.mlir.undef : !alias
  %4 = llvm.insertvalue %2, %3[2] : !alias
  %5 = llvm.alloca %n x !llvm.struct<"opaque", opaque> : (i64) -> !llvm.ptr
  %6 = llvm.mlir.zero : !llvm.struct<"with space", ()>
  llvm.return %4 : !alias
}
