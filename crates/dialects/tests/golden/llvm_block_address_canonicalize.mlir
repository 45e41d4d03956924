// Arguments that nobody uses are not passed; addresses that nobody uses are not taken.
llvm.func @jump(%a: !llvm.ptr, %x: i32, %y: i32) -> i32 {
  %0 = llvm.blockaddress <function = @jump, tag = <id = 2>> : !llvm.ptr
  llvm.indirectbr %a : !llvm.ptr, [
  ^bb1(%x : i32),
  ^bb2(%x, %y : i32, i32)
  ]
^bb1(%b: i32):
  llvm.blocktag <id = 7>
  llvm.return %y : i32
^bb2(%z: i32, %w: i32):
  llvm.blocktag <id = 2>
  llvm.return %w : i32
}
