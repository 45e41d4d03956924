// Structures with names: lists, structures of each other, opaque and packed ones.
llvm.mlir.global internal @head(#llvm.zero) : !llvm.struct<"list", (i32, ptr, array<2 x struct<"pair", packed (i8, ptr)>>)>
llvm.func @take(!llvm.ptr, !llvm.struct<"pair", packed (i8, ptr)>)
llvm.func @walk(%list: !llvm.ptr, %n: i64) -> i32 {
  %0 = llvm.getelementptr %list[%n, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"list", (i32, ptr, array<2 x struct<"pair", packed (i8, ptr)>>)>
  %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> !llvm.struct<"list", (i32, ptr, array<2 x struct<"pair", packed (i8, ptr)>>)>
  %3 = llvm.extractvalue %2[2, 1] : !llvm.struct<"list", (i32, ptr, array<2 x struct<"pair", packed (i8, ptr)>>)>
  %4 = llvm.getelementptr %1[%n] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"has space", (ptr, struct<"b", (i32, ptr)>)>
  llvm.call @take(%4, %3) : (!llvm.ptr, !llvm.struct<"pair", packed (i8, ptr)>) -> ()
  %5 = llvm.alloca %n x !llvm.struct<"a", (ptr, struct<"b", (i32, ptr)>)> : (i64) -> !llvm.ptr
  %6 = llvm.extractvalue %2[0] : !llvm.struct<"list", (i32, ptr, array<2 x struct<"pair", packed (i8, ptr)>>)>
  llvm.return %6 : i32
}
