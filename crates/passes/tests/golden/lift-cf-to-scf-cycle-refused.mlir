// RUN: --lift-cf-to-scf
// Unlike MLIR: it takes only blocks without predecessors to be unreachable, and makes an invalid op.
func.func @cycle(%c: i1) {
  cf.br ^bb1
^bb1:
  return
^bb2:
  cf.cond_br %c, ^bb2, ^bb1
}
