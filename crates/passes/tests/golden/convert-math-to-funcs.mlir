// RUN: --convert-math-to-funcs

// Each function is made once, and vectors are taken apart.
func.func @powers(%a: i32, %b: i64, %c: f32, %d: vector<2x2xi64>, %e: vector<f64>, %f: vector<i16>) -> (i32, i64, f32, f32) {
  %0 = math.ipowi %a, %a : i32
  %1 = math.ipowi %b, %b : i64
  %2 = math.fpowi %c, %a : f32, i32
  %3 = math.fpowi %c, %b : f32, i64
  %4 = math.ipowi %0, %a : i32
  %5 = math.ipowi %d, %d : vector<2x2xi64>
  %6 = math.fpowi %e, %f : vector<f64>, vector<i16>
  %7 = math.ctlz %4 : i32
  return %7, %1, %2, %3 : i32, i64, f32, f32
}

func.func @bits(%a: i1, %b: i8) -> (i1, i8) {
  %0 = math.ipowi %a, %a : i1
  %1 = math.ipowi %b, %b : i8
  return %0, %1 : i1, i8
}
