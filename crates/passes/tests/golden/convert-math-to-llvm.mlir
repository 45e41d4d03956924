// RUN: --convert-math-to-llvm

func.func @one_to_one(%f: f32, %g: f64, %v: vector<4xf32>, %m: vector<2x4xf32>, %i: i32) {
  %0 = math.sin %f : f32
  %1 = math.exp %v fastmath<fast> : vector<4xf32>
  %2 = math.sqrt %m : vector<2x4xf32>
  %3 = math.absf %g {note} : f64
  %4 = math.powf %f, %f fastmath<nnan, contract> : f32
  %5 = math.fma %v, %v, %v : vector<4xf32>
  %6 = math.fpowi %f, %i : f32, i32
  %7 = math.ctpop %i : i32
  %8 = math.atan2 %f, %f : f32
  %9 = math.roundeven %f : f32
  return
}

func.func @flagged(%i: i32, %n: index, %f: f32) {
  %0 = math.absi %i : i32
  %1 = math.ctlz %n : index
  %2 = math.cttz %i : i32
  %3 = math.isnan %f : f32
  %4 = math.isfinite %f : f32
  return
}

func.func @composed(%f: f32, %v: vector<4xf32>, %m: vector<2x4xf32>) {
  %0 = math.expm1 %f fastmath<fast> {note} : f32
  %1 = math.rsqrt %v : vector<4xf32>
  %2 = math.log1p %m : vector<2x4xf32>
  %3:2 = math.sincos %f : f32
  return
}

// No counterpart in llvm.
func.func @kept(%f: f32) -> f32 {
  %0 = math.erf %f : f32
  %1 = math.cbrt %0 : f32
  return %1 : f32
}
