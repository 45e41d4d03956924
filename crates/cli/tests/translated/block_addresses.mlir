// Addresses of blocks, also before the function that they are in.
llvm.mlir.global internal constant @table() {addr_space = 0 : i32} : !llvm.ptr {
  %0 = llvm.blockaddress <function = @jump, tag = <id = 1>> : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @other() -> !llvm.ptr {
  %0 = llvm.blockaddress <function = @jump, tag = <id = 2>> : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @jump(%c: i1, %x: i32) -> i32 {
  %0 = llvm.blockaddress <function = @jump, tag = <id = 1>> : !llvm.ptr
  %1 = llvm.blockaddress <function = @jump, tag = <id = 2>> : !llvm.ptr
  %2 = llvm.select %c, %0, %1 : i1, !llvm.ptr
  llvm.indirectbr %2 : !llvm.ptr, [
  ^bb1,
  ^bb2(%x : i32)
  ]
^bb1:
  llvm.blocktag <id = 1>
  %3 = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^bb2(%3 : i32)
^bb2(%y: i32):
  llvm.blocktag <id = 2>
  llvm.return %y : i32
}
