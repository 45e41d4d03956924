// RUN: --arith-emulate-wide-int
// Only ops of arith, prints, calls and returns are emulated.
func.func @f(%a: i64) {
  %0 = math.absi %a : i64
  return
}
