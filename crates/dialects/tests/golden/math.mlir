func.func @m(%f: f32, %d: f64, %v: vector<4xf32>, %i: i32, %h: f16, %vi: vector<4xi32>) {
  %0 = math.absf %f : f32
  %1 = math.absi %i : i32
  %2 = math.acos %f : f32
  %3 = math.acosh %f fastmath<fast> : f32
  %4 = math.atan2 %v, %v : vector<4xf32>
  %5 = math.fma %f, %f, %f : f32
  %6 = math.fpowi %f, %i : f32, i32
  %7 = math.ipowi %i, %i : i32
  %8, %9 = math.sincos %f : f32
  %10 = math.isnan %v : vector<4xf32>
  %11 = math.isfinite %f {fastmath = #arith.fastmath<nnan>} : f32
  %12 = math.ctlz %i : i32
  %13 = math.cttz %vi : vector<4xi32>
  %14 = math.ctpop %i {foo} : i32
  %15 = math.copysign %d, %d : f64
  %16 = math.powf %f, %f : f32
  %17 = math.clampf %f to [%f, %f] : f32
  %18 = math.roundeven %f {foo} : f32
  return
}
func.func @unary(%f: f32, %v: vector<4xf64>) {
  %0 = math.absf %f : f32
  %v0 = math.absf %v fastmath<nnan,contract> : vector<4xf64>
  %1 = math.acosh %f : f32
  %v1 = math.acosh %v fastmath<nnan,contract> : vector<4xf64>
  %2 = math.acos %f : f32
  %v2 = math.acos %v fastmath<nnan,contract> : vector<4xf64>
  %3 = math.asin %f : f32
  %v3 = math.asin %v fastmath<nnan,contract> : vector<4xf64>
  %4 = math.asinh %f : f32
  %v4 = math.asinh %v fastmath<nnan,contract> : vector<4xf64>
  %5 = math.atan %f : f32
  %v5 = math.atan %v fastmath<nnan,contract> : vector<4xf64>
  %6 = math.atanh %f : f32
  %v6 = math.atanh %v fastmath<nnan,contract> : vector<4xf64>
  %7 = math.cbrt %f : f32
  %v7 = math.cbrt %v fastmath<nnan,contract> : vector<4xf64>
  %8 = math.ceil %f : f32
  %v8 = math.ceil %v fastmath<nnan,contract> : vector<4xf64>
  %9 = math.cos %f : f32
  %v9 = math.cos %v fastmath<nnan,contract> : vector<4xf64>
  %10 = math.cosh %f : f32
  %v10 = math.cosh %v fastmath<nnan,contract> : vector<4xf64>
  %11 = math.sin %f : f32
  %v11 = math.sin %v fastmath<nnan,contract> : vector<4xf64>
  %12 = math.sinh %f : f32
  %v12 = math.sinh %v fastmath<nnan,contract> : vector<4xf64>
  %13 = math.erf %f : f32
  %v13 = math.erf %v fastmath<nnan,contract> : vector<4xf64>
  %14 = math.erfc %f : f32
  %v14 = math.erfc %v fastmath<nnan,contract> : vector<4xf64>
  %15 = math.exp %f : f32
  %v15 = math.exp %v fastmath<nnan,contract> : vector<4xf64>
  %16 = math.exp2 %f : f32
  %v16 = math.exp2 %v fastmath<nnan,contract> : vector<4xf64>
  %17 = math.expm1 %f : f32
  %v17 = math.expm1 %v fastmath<nnan,contract> : vector<4xf64>
  %18 = math.floor %f : f32
  %v18 = math.floor %v fastmath<nnan,contract> : vector<4xf64>
  %19 = math.log %f : f32
  %v19 = math.log %v fastmath<nnan,contract> : vector<4xf64>
  %20 = math.log10 %f : f32
  %v20 = math.log10 %v fastmath<nnan,contract> : vector<4xf64>
  %21 = math.log1p %f : f32
  %v21 = math.log1p %v fastmath<nnan,contract> : vector<4xf64>
  %22 = math.log2 %f : f32
  %v22 = math.log2 %v fastmath<nnan,contract> : vector<4xf64>
  %23 = math.rsqrt %f : f32
  %v23 = math.rsqrt %v fastmath<nnan,contract> : vector<4xf64>
  %24 = math.sqrt %f : f32
  %v24 = math.sqrt %v fastmath<nnan,contract> : vector<4xf64>
  %25 = math.tan %f : f32
  %v25 = math.tan %v fastmath<nnan,contract> : vector<4xf64>
  %26 = math.tanh %f : f32
  %v26 = math.tanh %v fastmath<nnan,contract> : vector<4xf64>
  %27 = math.roundeven %f : f32
  %v27 = math.roundeven %v fastmath<nnan,contract> : vector<4xf64>
  %28 = math.round %f : f32
  %v28 = math.round %v fastmath<nnan,contract> : vector<4xf64>
  %29 = math.trunc %f : f32
  %v29 = math.trunc %v fastmath<nnan,contract> : vector<4xf64>
  return
}
func.func @more(%f: f16, %i: index, %t: tensor<?xf32>) {
  %0 = math.isinf %f : f16
  %1 = math.isnormal %t : tensor<?xf32>
  %2 = math.ctlz %i : index
  %3 = math.atan2 %f, %f fastmath<fast> : f16
  %4 = math.clampf %f to [%f, %f] fastmath<fast> : f16
  %5 = math.fpowi %f, %i fastmath<fast> : f16, index
  %6:2 = math.sincos %t fastmath<fast> : tensor<?xf32>
  return
}
