// RUN: --scf-forall-to-for

// Unlike MLIR: it crashes.
func.func @results(%t: tensor<4xf32>) {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  return
}
