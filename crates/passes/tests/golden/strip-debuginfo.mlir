// RUN: --mlir-print-debuginfo --mlir-print-local-scope --strip-debuginfo
// Ops, arguments of blocks, and those in regions forget their locations.

func.func @f(%a: i32 loc("a"), %b: i1) -> i32 {
  %c = scf.if %b -> i32 {
    scf.yield %a : i32 loc("yield")
  } else {
    scf.yield %a : i32
  } loc("if")
  %n = arith.constant 4 : index
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %z to %n step %one {
    vector.print %i : index
  } loc("for")
  return %c : i32 loc("return")
} loc("f")
