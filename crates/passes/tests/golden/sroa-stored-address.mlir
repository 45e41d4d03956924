// RUN: --sroa
// Unlike MLIR: it splits memory although the address of a part is stored, from which the other parts can be reached.
llvm.func @stored(%p: !llvm.ptr) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x !llvm.struct<(i64, i32)> : (i32) -> !llvm.ptr
  %first = llvm.getelementptr %m[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i32)>
  %second = llvm.getelementptr %m[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i32)>
  llvm.store %first, %p : !llvm.ptr, !llvm.ptr
  %x = llvm.load %second : !llvm.ptr -> i32
  llvm.return %x : i32
}
