// RUN: --scf-for-loop-peeling=peel-front=true
// Unlike MLIR: a loop that ends before it begins stays as it is, however far. MLIR peels it if the distance overflows.

func.func @far() {
  %first = arith.constant 9223372036854775807 : i64
  %end = arith.constant -9223372036854775758 : i64
  %c10 = arith.constant 10 : i64
  scf.for %i = %first to %end step %c10 : i64 {
    "use"(%i) : (i64) -> ()
  }
  return
}
