// Constants in blocks: branches on them stay, arguments of blocks are no constants, and what is computed may be used further up.

llvm.func @f(%c: i1, %x: i32) -> i32 {
  %true = llvm.mlir.constant(true) : i1
  llvm.cond_br %true, ^late(%x : i32), ^other
^use:
  %0 = llvm.add %k, %k : i32
  %1 = llvm.add %0, %x : i32
  llvm.return %1 : i32
^other:
  %three = llvm.mlir.constant(3 : i32) : i32
  %k = llvm.mul %three, %three : i32
  %same = llvm.bitcast %x : i32 to i32
  %sum = llvm.add %same, %x : i32
  llvm.cond_br %c, ^use, ^late(%k : i32)
^late(%p: i32):
  llvm.switch %p : i32, ^last [
    1: ^last
  ]
^last:
  llvm.return %p : i32
}
