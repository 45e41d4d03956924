// RUN: --math-expand-ops
// New ops have no flags of fast math. What is not expanded stays as it is.
func.func @functions(%x: f32, %v: vector<2xf64>, %h: bf16) {
  %0 = math.sinh %x fastmath<fast> : f32
  "test.use"(%0) : (f32) -> ()
  %1 = math.cosh %v : vector<2xf64>
  "test.use"(%1) : (vector<2xf64>) -> ()
  %2 = math.tan %h : bf16
  "test.use"(%2) : (bf16) -> ()
  %3 = math.tanh %x fastmath<nnan> : f32
  "test.use"(%3) : (f32) -> ()
  %4 = math.asinh %x : f32
  "test.use"(%4) : (f32) -> ()
  %5 = math.acosh %v : vector<2xf64>
  "test.use"(%5) : (vector<2xf64>) -> ()
  %6 = math.atanh %h : bf16
  "test.use"(%6) : (bf16) -> ()
  %7 = math.exp2 %h : bf16
  "test.use"(%7) : (bf16) -> ()
  %8 = math.rsqrt %x fastmath<fast> : f32
  "test.use"(%8) : (f32) -> ()
  %9 = math.fma %x, %8, %0 fastmath<contract> : f32
  "test.use"(%9) : (f32) -> ()
  %10 = math.floor %x : f32
  %11 = math.sin %10 : f32
  "test.use"(%11) : (f32) -> ()
  return
}

func.func @rounding(%x: f32, %d: f64, %h: f16, %v: vector<[4]xf32>, %s: f8E4M3FN) -> (f32, f64, f16, f16, vector<[4]xf32>, f8E4M3FN) {
  %0 = math.ceil %x : f32
  %1 = math.round %0 : f32
  %2 = math.round %d : f64
  %3 = math.roundeven %h : f16
  %4 = math.ceil %h : f16
  %5 = math.roundeven %v : vector<[4]xf32>
  %6 = math.roundeven %s : f8E4M3FN
  return %1, %2, %3, %4, %5, %6 : f32, f64, f16, f16, vector<[4]xf32>, f8E4M3FN
}

func.func @leading_zeros(%a: i1, %b: i8, %c: i32, %d: i65, %v: vector<2xi64>) -> (i1, i8, i32, i65, vector<2xi64>) {
  %0 = math.ctlz %a : i1
  %1 = math.ctlz %b : i8
  %2 = math.ctlz %c : i32
  %3 = math.ctlz %d : i65
  %4 = math.ctlz %v : vector<2xi64>
  return %0, %1, %2, %3, %4 : i1, i8, i32, i65, vector<2xi64>
}

func.func @powers(%x: f32, %y: f32, %v: vector<2xf16>, %t: tensor<?xf32>) {
  %zero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus_one = arith.constant -1.0 : f32
  %half = arith.constant 0.5 : f32
  %minus_half = arith.constant -0.5 : f32
  %two = arith.constant dense<2.0> : vector<2xf16>
  %minus_two = arith.constant dense<-2.0> : vector<2xf16>
  %three = arith.constant 3.0 : f32
  %four = arith.constant 4.0 : f32
  %mixed = arith.constant dense<[1.0, 2.0]> : vector<2xf16>
  %0 = math.powf %x, %zero : f32
  %1 = math.powf %x, %one : f32
  %2 = math.powf %x, %minus_one : f32
  %3 = math.powf %x, %half : f32
  %4 = math.powf %x, %minus_half : f32
  %5 = math.powf %x, %three : f32
  %6 = math.powf %x, %four : f32
  %7 = math.powf %x, %y fastmath<fast> : f32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7) : (f32, f32, f32, f32, f32, f32, f32, f32) -> ()
  %8 = math.powf %v, %two : vector<2xf16>
  %9 = math.powf %v, %minus_two : vector<2xf16>
  %10 = math.powf %v, %mixed : vector<2xf16>
  "test.use"(%8, %9, %10) : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> ()
  %11 = math.powf %t, %t : tensor<?xf32>
  "test.use"(%11) : (tensor<?xf32>) -> ()
  return
}

func.func @integer_powers(%x: f32, %n: i16, %v: vector<2xf8E4M3FN>, %m: vector<2xi32>) {
  %zero = arith.constant 0 : i16
  %seven = arith.constant 7 : i16
  %minus_five = arith.constant -5 : i16
  %three = arith.constant 3 : index
  %minus_one = arith.constant dense<-1> : vector<2xi32>
  %0 = math.fpowi %x, %zero : f32, i16
  %1 = math.fpowi %x, %seven : f32, i16
  %2 = math.fpowi %x, %minus_five : f32, i16
  %3 = math.fpowi %x, %three : f32, index
  %4 = math.fpowi %x, %n fastmath<fast> : f32, i16
  "test.use"(%0, %1, %2, %3, %4) : (f32, f32, f32, f32, f32) -> ()
  %5 = math.fpowi %v, %minus_one : vector<2xf8E4M3FN>, vector<2xi32>
  %6 = math.fpowi %v, %m : vector<2xf8E4M3FN>, vector<2xi32>
  "test.use"(%5, %6) : (vector<2xf8E4M3FN>, vector<2xf8E4M3FN>) -> ()
  return
}

func.func @shapes(%t: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = math.ceil %t : tensor<?xf32>
  %1 = math.rsqrt %t : tensor<?xf32>
  %2 = math.tan %t : tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
