// RUN: --sroa
// Unlike MLIR: it crashes on each of these functions.
llvm.func @onto_itself() -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %all = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  "llvm.intr.memmove"(%m, %m, %all) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %x = llvm.load %m : !llvm.ptr -> i32
  llvm.return %x : i32
}

llvm.func @behind_cast() -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %cast = llvm.addrspacecast %m : !llvm.ptr to !llvm.ptr<1>
  %same = llvm.getelementptr %cast[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
  %second = llvm.getelementptr %m[4] : (!llvm.ptr) -> !llvm.ptr, i8
  %x = llvm.load %second : !llvm.ptr -> i32
  llvm.return %x : i32
}

llvm.func @empty() {
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x !llvm.struct<()> : (i32) -> !llvm.ptr
  %same = llvm.getelementptr %m[0] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.return
}
