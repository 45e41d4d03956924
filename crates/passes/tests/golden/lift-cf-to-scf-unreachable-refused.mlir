// RUN: --lift-cf-to-scf
func.func @unreachable(%c: i1) {
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  return
}
