// RUN: --sroa
// Unlike MLIR: integers of 64 bits are aligned to eight bytes, as LLVM aligns them, also if the module does not say so.
llvm.func @aligned(%a: i64) -> i64 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x !llvm.struct<(i32, i64)> : (i32) -> !llvm.ptr
  %byte = llvm.getelementptr %m[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %a, %byte : i64, !llvm.ptr
  %second = llvm.getelementptr %m[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>
  %x = llvm.load %second : !llvm.ptr -> i64
  llvm.return %x : i64
}
