func.func @floats() -> (f32, f64, f16, f32, f32, f32, bf16, f32, f64, f32, f32) {
  %a = arith.constant -2.5 : f32
  %b = arith.constant 0.75 : f64
  %h = arith.constant 1.5 : f16
  %z = arith.constant 0.0 : f32
  %n = arith.constant -3.5 : bf16
  %0 = math.absf %a : f32
  %1 = math.sin %b : f64
  %2 = math.ceil %h : f16
  %3 = math.sqrt %a : f32
  %4 = math.log %a : f32
  %5 = math.atan2 %z, %a : f32
  %6 = math.roundeven %n : bf16
  %7 = math.copysign %a, %z : f32
  %8 = math.powf %b, %b : f64
  %9 = math.round %a : f32
  %10 = math.trunc %a : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : f32, f64, f16, f32, f32, f32, bf16, f32, f64, f32, f32
}
func.func @vectors() -> (vector<3xf32>, vector<2xf64>, vector<2xi32>, tensor<2xf32>) {
  %a = arith.constant dense<[-1.5, 0.0, 2.0]> : vector<3xf32>
  %b = arith.constant dense<4.0> : vector<2xf64>
  %c = arith.constant dense<[5, -6]> : vector<2xi32>
  %d = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = math.absf %a : vector<3xf32>
  %1 = math.sqrt %b : vector<2xf64>
  %2 = math.absi %c : vector<2xi32>
  %3 = math.exp2 %d : tensor<2xf32>
  return %0, %1, %2, %3 : vector<3xf32>, vector<2xf64>, vector<2xi32>, tensor<2xf32>
}
func.func @questions() -> (i1, i1, i1, i1, i1, vector<2xi1>) {
  %a = arith.constant 1.0e-40 : f32
  %b = arith.constant 0x7F800000 : f32
  %c = arith.constant 0x7FC00000 : f32
  %d = arith.constant dense<[1.0, 0.0]> : vector<2xf32>
  %0 = math.isnormal %a : f32
  %1 = math.isinf %b : f32
  %2 = math.isnan %c : f32
  %3 = math.isfinite %b : f32
  %4 = math.isfinite %a : f32
  %5 = math.isnormal %d : vector<2xf32>
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, vector<2xi1>
}
func.func @integers() -> (i32, i8, i64, i32, i32, i32, i32, i32) {
  %a = arith.constant 40 : i32
  %b = arith.constant -128 : i8
  %c = arith.constant 255 : i64
  %three = arith.constant 3 : i32
  %minus = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %0 = math.ctlz %a : i32
  %1 = math.absi %b : i8
  %2 = math.ctpop %c : i64
  %3 = math.cttz %a : i32
  %4 = math.ipowi %three, %three : i32
  %5 = math.ipowi %three, %minus : i32
  %6 = math.ipowi %minus, %minus : i32
  %7 = math.ipowi %zero, %minus : i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i8, i64, i32, i32, i32, i32, i32
}

func.func @rounded_nan() -> (f32, f32, f64) {
  %quiet = arith.constant 0x7FC00000 : f32
  %signalling = arith.constant 0x7FA00000 : f32
  %wide = arith.constant 0xFFF8000000000001 : f64
  %0 = math.floor %quiet : f32
  %1 = math.ceil %signalling : f32
  %2 = math.roundeven %wide : f64
  return %0, %1, %2 : f32, f32, f64
}

func.func @inverse_hyperbolic() -> (f32, f64, f32, f64, f64, f32, vector<3xf64>) {
  %small = arith.constant 0.3 : f32
  %large = arith.constant 123456.7 : f64
  %minus = arith.constant -2.5 : f64
  %some = arith.constant 1.75 : f32
  %list = arith.constant dense<[0.1, -0.6, 1.0e-9]> : vector<3xf64>
  %0 = math.asinh %small : f32
  %1 = math.asinh %large : f64
  %2 = math.acosh %some : f32
  %3 = math.acosh %large : f64
  %4 = math.asinh %minus : f64
  %5 = math.atanh %small : f32
  %6 = math.atanh %list : vector<3xf64>
  return %0, %1, %2, %3, %4, %5, %6 : f32, f64, f32, f64, f64, f32, vector<3xf64>
}

func.func @rounded_wide() -> (f80, f80, f128, f128, f80, f128, f80) {
  %half = arith.constant 2.5 : f80
  %minus = arith.constant -0.25 : f80
  %odd = arith.constant 3.5 : f128
  %large = arith.constant 1.0e40 : f128
  %0 = math.ceil %half : f80
  %1 = math.ceil %minus : f80
  %2 = math.floor %odd : f128
  %3 = math.floor %large : f128
  %4 = math.roundeven %half : f80
  %5 = math.roundeven %odd : f128
  %6 = math.floor %minus : f80
  return %0, %1, %2, %3, %4, %5, %6 : f80, f80, f128, f128, f80, f128, f80
}
