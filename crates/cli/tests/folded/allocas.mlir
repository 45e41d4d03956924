// Memory on the stack, whose number of elements is not printed if it is one of 32 bits.
llvm.func @allocas(%n: i32) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %wide = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i32) : i32
  %0 = llvm.alloca %one x i32 {alignment = 16 : i64} : (i32) -> !llvm.ptr
  %1 = llvm.alloca %wide x i32 : (i64) -> !llvm.ptr
  %2 = llvm.alloca %two x f64 : (i32) -> !llvm.ptr
  %3 = llvm.alloca %n x i8 : (i32) -> !llvm.ptr
  %4 = llvm.alloca inalloca %one x i32 : (i32) -> !llvm.ptr
  llvm.return
}
