// RUN: --mlir-print-debuginfo --mlir-print-local-scope --canonicalize

func.func @constants(%m: memref<4xi32>) -> (i32, i32, index) {
  %z = arith.constant 1 : i32 loc("first")
  "test.use"() : () -> ()
  %y = arith.constant 2 : i32 loc("moved within its block")
  %i = arith.constant 0 : index
  %d = memref.dim %m, %i : memref<4xi32> loc("folded")
  return %z, %y, %d : i32, i32, index
}
func.func @merged() -> (i32, i32) {
  "test.use"() : () -> ()
  %z = arith.constant 1 : i32 loc("one")
  %y = arith.constant 1 : i32 loc("another")
  return %z, %y : i32, i32
}
func.func @other_block(%c: i1) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %z = arith.constant 1 : i32 loc("moved to the first block")
  "test.use"() : () -> ()
  return %z : i32
^bb2:
  %y = arith.constant 2 : i32
  return %y : i32
}
func.func @extensions(%x: i8, %y: i8) -> (i1, i1, i1) {
  %a = arith.extsi %x : i8 to i32 loc("a")
  %b = arith.extsi %y : i8 to i32 loc("b")
  %r = arith.cmpi eq, %a, %b : i32 loc("signed")
  %s = arith.cmpi slt, %a, %b : i32 loc("less")
  %c = arith.extui %x : i8 to i32 loc("unsigned")
  %d = arith.extui %y : i8 to i32 loc("unsigned")
  %t = arith.cmpi ne, %c, %d : i32 loc("t")
  return %r, %s, %t : i1, i1, i1
}
func.func @negation(%c: i1) -> i1 {
  %t = arith.constant true loc("t")
  %f = arith.constant false loc("f")
  %n = scf.if %c -> i1 {
    scf.yield %f : i1
  } else {
    scf.yield %t : i1
  } loc("if")
  return %n : i1
}
