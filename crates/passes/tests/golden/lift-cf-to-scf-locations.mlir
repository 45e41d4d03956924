// RUN: --mlir-print-debuginfo --mlir-print-local-scope --lift-cf-to-scf
// A loop stands where its blocks branch back.
func.func @loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^header(%c0 : i32)
^header(%i: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit
^body:
  %j = arith.addi %i, %c1 : i32
  cf.br ^header(%j : i32)
^exit:
  return %i : i32
}
