// RUN: --mem2reg
// Unlike MLIR: it drops what fills or copies the memory by an address that was passed on.
llvm.func @filled(%byte: i8) -> i32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  %same = llvm.getelementptr %m[0] : (!llvm.ptr) -> !llvm.ptr, i8
  "llvm.intr.memset.inline"(%same, %byte) <{isVolatile = false, len = 4 : i64}> : (!llvm.ptr, i8) -> ()
  %r = llvm.load %m : !llvm.ptr -> i32
  llvm.return %r : i32
}

llvm.func @copied(%p: !llvm.ptr, %a: i32) {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %4 = llvm.mlir.constant(4 : i64) : i64
  %m = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  llvm.store %a, %m : i32, !llvm.ptr
  %same = llvm.bitcast %m : !llvm.ptr to !llvm.ptr
  "llvm.intr.memcpy"(%p, %same, %4) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
