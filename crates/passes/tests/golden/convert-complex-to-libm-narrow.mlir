// RUN: builtin.module(convert-complex-to-libm)
// Unlike MLIR: narrower numbers are computed in double, because the parts of a complex number are passed apart.
func.func @narrow(%x: complex<f32>, %h: complex<f16>) -> (f32, complex<f32>, complex<f16>) {
  %0 = complex.abs %x : complex<f32>
  %1 = complex.pow %x, %x : complex<f32>
  %2 = complex.sqrt %h : complex<f16>
  return %0, %1, %2 : f32, complex<f32>, complex<f16>
}
