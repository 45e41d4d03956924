// RUN: --lift-cf-to-scf
func.func @unknown(%c: i1) {
  "test.branch"()[^bb1, ^bb2] : () -> ()
^bb1:
  return
^bb2:
  return
}
