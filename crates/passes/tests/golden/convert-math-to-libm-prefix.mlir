// RUN: builtin.module(convert-math-to-libm{prefix=c.})
// Unlike MLIR: its pass has no such option, and calls the functions of the module.
func.func @cbrt(%x: f64) -> f64 {
  %0 = math.cbrt %x : f64
  %1 = math.sin %0 : f64
  return %1 : f64
}
func.func private @sin(f64) -> f64
