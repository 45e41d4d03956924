// RUN: --sroa
// Unlike MLIR: parts stay in the address space of the memory.
llvm.func @shared(%a: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %one x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr<3>
  %second = llvm.getelementptr %m[0, 1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.struct<(i32, i32)>
  %byte = llvm.getelementptr %m[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  llvm.store %a, %second : i32, !llvm.ptr<3>
  %x = llvm.load %byte : !llvm.ptr<3> -> i8
  %y = llvm.load %second : !llvm.ptr<3> -> i32
  llvm.return %y : i32
}
