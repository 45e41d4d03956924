// RUN: --arith-emulate-wide-int
// There is no emulation of division.
func.func @f(%a: i64, %b: i64) {
  %0 = arith.addi %a, %b : i64
  %1 = arith.divui %a, %b : i64
  return
}
