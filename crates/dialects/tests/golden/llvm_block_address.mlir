// Addresses of blocks.
llvm.func @jump(%c: i1, %x: i32) -> i32 {
  %0 = llvm.blockaddress <function = @jump, tag = <id = 1>> : !llvm.ptr
  %1 = llvm.blockaddress <tag = #llvm.blocktag<id = 2>, function = @jump> {a} : !llvm.ptr
  %2 = llvm.select %c, %0, %1 : i1, !llvm.ptr
  llvm.indirectbr %2 : !llvm.ptr, [
  ^bb1,
  ^bb2(%x, %x : i32, i32)
  ] {b}
^bb1:
  llvm.blocktag <id = 1>
  llvm.indirectbr %2 : !llvm.ptr, []
^bb2(%y: i32, %z: i32):
  llvm.blocktag #llvm.blocktag<id = 2> {c}
  llvm.return %y : i32
}
