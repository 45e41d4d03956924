// RUN: --sroa
// Unlike MLIR: fields of a structure in a packed one are aligned in their own structure.
llvm.func @odd(%a: i16) -> i16 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x !llvm.struct<packed (i8, struct<(i8, i16)>)> : (i32) -> !llvm.ptr
  %field = llvm.getelementptr %m[0, 1, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<packed (i8, struct<(i8, i16)>)>
  %same = llvm.getelementptr %m[3] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %a, %field {alignment = 1 : i64} : i16, !llvm.ptr
  %x = llvm.load %same {alignment = 1 : i64} : !llvm.ptr -> i16
  llvm.return %x : i16
}
