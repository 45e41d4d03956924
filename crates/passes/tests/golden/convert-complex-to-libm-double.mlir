// RUN: builtin.module(convert-complex-to-libm)
// Numbers of f64; other ops of the dialect stay.
func.func @all(%x: complex<f64>) -> (f64, f64) {
  %0 = complex.abs %x : complex<f64>
  %1 = complex.angle %x : complex<f64>
  %2 = complex.conj %x : complex<f64>
  %3 = complex.cos %2 : complex<f64>
  %4 = complex.log %3 : complex<f64>
  %5 = complex.pow %4, %x : complex<f64>
  %6 = complex.sin %5 : complex<f64>
  %7 = complex.sqrt %6 fastmath<fast> : complex<f64>
  %8 = complex.tan %7 {tag} : complex<f64>
  %9 = complex.tanh %8 : complex<f64>
  %10 = complex.exp %9 : complex<f64>
  %11 = complex.expm1 %10 : complex<f64>
  %12 = complex.abs %11 : complex<f64>
  return %0, %12 : f64, f64
}

// What undoes something folds on the way.
func.func @undone(%x: complex<f64>, %y: f64) -> (complex<f64>, f64) {
  %0 = complex.exp %x : complex<f64>
  %1 = complex.re %0 : complex<f64>
  %2 = complex.im %0 : complex<f64>
  %3 = complex.create %1, %2 : complex<f64>
  %4 = complex.sqrt %3 : complex<f64>
  %5 = complex.create %y, %2 : complex<f64>
  %6 = complex.re %5 : complex<f64>
  %7 = arith.extf %6 : f64 to f128
  %8 = arith.truncf %7 : f128 to f64
  return %4, %8 : complex<f64>, f64
}
