// RUN: --lift-cf-to-scf
// Unlike MLIR: blocks that are never reached get poison for what moved into regions. MLIR's output cannot be read.

func.func @unreached(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.addi %a, %a : i32
  cf.br ^bb2
^bb2:
  return %a : i32
^bb3:
  scf.if %c {
    "test.use"(%0, %a) : (i32, i32) -> ()
  }
  "test.use"(%0, %0) : (i32, i32) -> ()
  cf.br ^bb4
^bb4:
  cf.br ^bb3
}
