// RUN: builtin.module(convert-math-to-libm)
// One declaration for all calls of a function; one that is there is called as it is.
func.func @scalars(%x: f32, %y: f64) -> (f32, f64) {
  %0 = math.erf %x : f32
  %1 = math.powf %0, %x fastmath<fast> : f32
  %2 = math.fma %1, %x, %x : f32
  %3 = math.cbrt %y {note = 1} : f64
  %4 = math.cbrt %3 : f64
  %5 = math.atan2 %3, %4 : f64
  return %2, %5 : f32, f64
}
func.func private @erff(f32) -> f32

// Floats of 16 bits are computed in 32.
func.func @halves(%x: f16, %y: bf16) -> (f16, bf16) {
  %0 = math.roundeven %x : f16
  %1 = math.powf %y, %y : bf16
  return %0, %1 : f16, bf16
}

// Vectors are taken apart.
func.func @vectors(%x: vector<2x2xf64>, %y: vector<2xbf16>, %z: vector<f32>) -> (vector<2x2xf64>, vector<2xbf16>, vector<f32>) {
  %0 = math.tanh %x : vector<2x2xf64>
  %1 = math.powf %y, %y : vector<2xbf16>
  %2 = math.absf %z : vector<f32>
  return %0, %1, %2 : vector<2x2xf64>, vector<2xbf16>, vector<f32>
}

func.func @all(%x: f64, %y: f32) {
  %0 = math.absf %x : f64
  %1 = math.acos %x : f64
  %2 = math.acosh %x : f64
  %3 = math.asin %x : f64
  %4 = math.asinh %x : f64
  %5 = math.atan %x : f64
  %6 = math.atanh %x : f64
  %7 = math.ceil %x : f64
  %8 = math.cos %x : f64
  %9 = math.cosh %x : f64
  %10 = math.erfc %x : f64
  %11 = math.exp %x : f64
  %12 = math.exp2 %x : f64
  %13 = math.expm1 %x : f64
  %14 = math.floor %x : f64
  %15 = math.log %x : f64
  %16 = math.log10 %y : f32
  %17 = math.log1p %y : f32
  %18 = math.log2 %y : f32
  %19 = math.round %y : f32
  %20 = math.rsqrt %y : f32
  %21 = math.sin %y : f32
  %22 = math.sinh %y : f32
  %23 = math.sqrt %y : f32
  %24 = math.tan %y : f32
  %25 = math.trunc %y : f32
  return
}

func.func @casts_stay(%a: !llvm.array<4 x vector<3xf32>>) -> !llvm.array<4 x vector<3xf32>> {
  %0 = builtin.unrealized_conversion_cast %a : !llvm.array<4 x vector<3xf32>> to vector<4x3xf32>
  %1 = builtin.unrealized_conversion_cast %0 : vector<4x3xf32> to !llvm.array<4 x vector<3xf32>>
  return %1 : !llvm.array<4 x vector<3xf32>>
}
