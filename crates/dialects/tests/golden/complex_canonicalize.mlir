// Folds and canonicalisation patterns of the complex dialect.

func.func @parts(%a: complex<f32>, %x: f32, %y: f32) -> (complex<f32>, f32, f32, f32, f32) {
  %re = complex.re %a : complex<f32>
  %im = complex.im %a : complex<f32>
  %same = complex.create %re, %im : complex<f32>
  %made = complex.create %x, %y : complex<f32>
  %0 = complex.re %made : complex<f32>
  %1 = complex.im %made : complex<f32>
  %neg = complex.neg %made : complex<f32>
  %2 = complex.re %neg : complex<f32>
  %3 = complex.im %neg : complex<f32>
  return %same, %0, %1, %2, %3 : complex<f32>, f32, f32, f32, f32
}

func.func @parts_that_do_not_fit(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>) {
  %re = complex.re %a : complex<f32>
  %im = complex.im %b : complex<f32>
  %0 = complex.create %re, %im : complex<f32>
  %own = complex.im %a : complex<f32>
  %1 = complex.create %own, %re : complex<f32>
  return %0, %1 : complex<f32>, complex<f32>
}

func.func @parts_of_constants() -> (f32, f32, complex<f32>) {
  %c = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %0 = complex.re %c : complex<f32>
  %1 = complex.im %c : complex<f32>
  return %0, %1, %c : f32, f32, complex<f32>
}

func.func @undone(%a: complex<f64>) -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %0 = complex.neg %a : complex<f64>
  %1 = complex.neg %0 : complex<f64>
  %2 = complex.conj %a : complex<f64>
  %3 = complex.conj %2 : complex<f64>
  %4 = complex.exp %a : complex<f64>
  %5 = complex.log %4 : complex<f64>
  %6 = complex.log %a : complex<f64>
  %7 = complex.exp %6 : complex<f64>
  return %1, %3, %5, %7 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
}

func.func @sums(%a: complex<f64>, %b: complex<f64>)
    -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %zero = complex.constant [0.0, -0.0] : complex<f64>
  %diff = complex.sub %a, %b : complex<f64>
  %sum = complex.add %a, %b : complex<f64>
  %0 = complex.add %diff, %b : complex<f64>
  %1 = complex.add %b, %diff : complex<f64>
  %2 = complex.sub %sum, %b : complex<f64>
  %3 = complex.sub %sum, %a : complex<f64>
  %4 = complex.add %a, %zero : complex<f64>
  %5 = complex.sub %a, %zero : complex<f64>
  %6 = complex.add %zero, %a : complex<f64>
  return %0, %1, %2, %3, %4, %5, %6
    : complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>
}

func.func @products(%a: complex<f64>) -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %one = complex.constant [1.0, 0.0] : complex<f64>
  %i = complex.constant [0.0, 1.0] : complex<f64>
  %0 = complex.mul %a, %one : complex<f64>
  %1 = complex.div %a, %one : complex<f64>
  %2 = complex.mul %a, %i : complex<f64>
  %3 = complex.div %a, %i : complex<f64>
  return %0, %1, %2, %3 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
}

func.func @bitcasts(%a: complex<f32>, %i: i64, %x: f64) -> (complex<f32>, complex<f32>, complex<f32>, f64, i64) {
  %0 = complex.bitcast %a : complex<f32> to complex<f32>
  %1 = complex.bitcast %a : complex<f32> to i64
  %2 = complex.bitcast %1 : i64 to complex<f32>
  %3 = arith.bitcast %x : f64 to i64
  %4 = complex.bitcast %3 : i64 to complex<f32>
  %5 = arith.bitcast %1 : i64 to f64
  %6 = complex.bitcast %i : i64 to complex<f32>
  %7 = complex.bitcast %6 : complex<f32> to i64
  return %0, %2, %4, %5, %7 : complex<f32>, complex<f32>, complex<f32>, f64, i64
}
