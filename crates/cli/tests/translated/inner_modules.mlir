// Functions of inner modules are none of the program's.
module {
  module @inner {
    llvm.func @f() -> i32 { %0 = llvm.mlir.constant(1 : i32) : i32 llvm.return %0 : i32 }
  }
  llvm.func @main() -> i32 { %0 = llvm.mlir.constant(42 : i32) : i32 llvm.return %0 : i32 }
}
