// RUN: --arith-emulate-wide-int
// Integers of more than twice the width stay, and so nothing can take them.
func.func @f(%a: i64, %b: i48) {
  return
}
