// RUN: --int-range-optimizations
// Unlike MLIR: a result of a parallel loop may be any number, so the loop around it may end.

func.func @rounds(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %last = scf.while (%changes = %one) : (i32) -> i32 {
    %again = arith.cmpi ne, %changes, %zero : i32
    scf.condition(%again) %changes : i32
  } do {
  ^bb0(%changes: i32):
    %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> i32 {
      scf.reduce(%one : i32) {
      ^bb0(%a: i32, %b: i32):
        %added = arith.addi %a, %b : i32
        scf.reduce.return %added : i32
      }
    }
    scf.yield %sum : i32
  }
  return %last : i32
}
