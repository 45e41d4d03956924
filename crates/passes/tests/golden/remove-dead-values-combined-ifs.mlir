// RUN: --remove-dead-values

// What both branches yield is not folded while they are joined.
func.func @f(%c: i1) {
  %v = scf.if %c -> (i1) {
    %t = arith.constant true
    scf.yield %t : i1
  } else {
    %k = arith.constant false
    %l = arith.constant true
    %s = arith.addi %k, %l : i1
    scf.yield %s : i1
  }
  scf.if %c {
  } else {
    "test.use"(%v) : (i1) -> ()
  }
  return
}
