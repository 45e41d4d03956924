// RUN: --convert-vector-to-llvm
// Floats of eight bits and less are printed from their bits.
func.func @print(%a: f8E4M3FN, %b: f4E2M1FN, %c: f8E8M0FNU) {
  vector.print %a : f8E4M3FN
  vector.print %b : f4E2M1FN punctuation <comma>
  vector.print %c : f8E8M0FNU
  return
}
