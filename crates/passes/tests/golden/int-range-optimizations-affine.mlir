// RUN: --int-range-optimizations
// Unlike MLIR: it crashes on loops whose bounds are not constant.
func.func @to_any(%n: index) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %is_positive = arith.cmpi sge, %i, %c0 : index
    "test.use"(%is_positive) : (i1) -> ()
  }
  return
}
