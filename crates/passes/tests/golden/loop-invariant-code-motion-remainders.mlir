// RUN: builtin.module(loop-invariant-code-motion)
// Unlike MLIR: it computes these even if the loop has no iterations, which divides by zero then.
func.func @remainders(%n: index, %x: i32, %y: i32, %z: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %minus = arith.constant -1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %1 = arith.remsi %x, %y : i32
    %2 = arith.remui %x, %y : i32
    %3 = arith.remsi %x, %minus : i32
    %4 = arith.floordivsi %x, %y : i32
    %5 = llvm.srem %x, %y : i32
    %6 = llvm.urem %x, %y : i32
  }
  return
}
