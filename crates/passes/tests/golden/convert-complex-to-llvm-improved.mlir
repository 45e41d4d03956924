// RUN: --convert-complex-to-llvm=complex-range=improved
// Division with all special cases.

func.func @div(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b fastmath<contract> : complex<f32>
  return %0 : complex<f32>
}
