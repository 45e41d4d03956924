// Constants of all kinds, and the names they suggest.

func.func @constants() {
  %0 = arith.constant 0 : i32
  %1 = arith.constant -5 : i8
  %2 = arith.constant 7 : index
  %3 = arith.constant -7 : index
  %4 = arith.constant true
  %5 = arith.constant false
  %6 = arith.constant 1 : i1
  %7 = arith.constant 42
  %8 = arith.constant 1.5 : f32
  %9 = arith.constant 2.0
  %10 = arith.constant 0x7FC00000 : f32
  %11 = arith.constant 1.0e-3 : f64
  %12 = arith.constant dense<1> : vector<4xi32>
  %13 = arith.constant dense<[1, 2]> : tensor<2xi64>
  %14 = arith.constant dense<[[1.0, 2.5], [3.0, -0.0]]> : vector<2x2xf32>
  %15 = arith.constant dense<[true, false, true]> : vector<3xi1>
  %16 = arith.constant {note = "splat"} dense<0.0> : vector<[4]xf32>
  %17 = arith.constant 18446744073709551615 : i64
  %18 = arith.constant 0 : i32
  %19 = arith.constant 123456789012345678901234567890 : i128
  %20 = arith.constant 3.0 : bf16
  %21 = arith.constant 3.0 : f16
  %22 = arith.constant dense<> : tensor<0xi32>
  return
}
