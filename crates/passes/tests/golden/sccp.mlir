// RUN: builtin.module(sccp)

// Only one branch is taken, so only one value is passed.
func.func @branch() -> i32 {
  %true = arith.constant true
  %1 = arith.constant 1 : i32
  cf.cond_br %true, ^one, ^other
^one:
  cf.br ^end(%1 : i32)
^other:
  %2 = arith.constant 2 : i32
  cf.br ^end(%2 : i32)
^end(%x: i32):
  %y = arith.addi %x, %1 : i32
  return %y : i32
}

// Both are taken, and pass the same value.
func.func @same(%c: i1) -> i32 {
  %1 = arith.constant 1 : i32
  cf.cond_br %c, ^one, ^other
^one:
  cf.br ^end(%1 : i32)
^other:
  %2 = arith.constant 1 : i32
  cf.br ^end(%2 : i32)
^end(%x: i32):
  return %x : i32
}

// A loop that never changes what it started with.
func.func @loop() -> i32 {
  %0 = arith.constant 0 : i32
  cf.br ^head(%0 : i32)
^head(%i: i32):
  %go = "test.condition"() : () -> i1
  cf.cond_br %go, ^body, ^exit
^body:
  %is_zero = arith.cmpi eq, %i, %0 : i32
  cf.cond_br %is_zero, ^head(%i : i32), ^add
^add:
  %1 = arith.constant 1 : i32
  %next = arith.addi %i, %1 : i32
  cf.br ^head(%next : i32)
^exit:
  return %i : i32
}

func.func @switch() -> i32 {
  %7 = arith.constant 7 : i32
  %8 = arith.constant 8 : i32
  cf.switch %7 : i32, [
    default: ^end(%8 : i32),
    7: ^end(%7 : i32)
  ]
^end(%x: i32):
  return %x : i32
}

// Branches of the llvm dialect may go anywhere; so may unknown ones, and they pass what they like.
llvm.func @anywhere() -> i32 {
  %true = llvm.mlir.constant(true) : i1
  %1 = llvm.mlir.constant(1 : i32) : i32
  llvm.cond_br %true, ^one(%1 : i32), ^other
^one(%x: i32):
  llvm.return %x : i32
^other:
  %2 = llvm.mlir.constant(2 : i32) : i32
  llvm.br ^one(%2 : i32)
}

func.func @unknown() -> i32 {
  %1 = arith.constant 1 : i32
  "test.jump"(%1)[^one] : (i32) -> ()
^one(%x: i32):
  return %x : i32
}

// What is folded in place stays as it was; what is not needed any more is erased.
func.func @folds(%a: i32) -> (i32, index, i64) {
  %3 = arith.constant 3 : i32
  %swapped = arith.addi %3, %a : i32
  %i = index.constant 3
  %j = index.add %i, %i
  %k = llvm.mlir.constant(3 : i64) : i64
  %m = llvm.add %k, %k : i64
  return %swapped, %j, %m : i32, index, i64
}

// Constants of dead blocks are left alone.
func.func @dead(%x: i32) -> i32 {
  return %x : i32
^dead:
  %1 = arith.constant 1 : i32
  return %1 : i32
}
