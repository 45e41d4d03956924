// RUN: builtin.module(math-uplift-to-fma)
// Both ops must allow it; the flags that both have are kept.
func.func @f(%a: f32, %b: f32, %c: f32, %v: vector<4xf32>) -> (f32, f32, f32, f32, f32, f32, vector<4xf32>) {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<contract> : f32
  %2 = arith.mulf %a, %b fastmath<fast> : f32
  %3 = arith.addf %c, %2 fastmath<contract> : f32
  %4 = arith.mulf %a, %b : f32
  %5 = arith.addf %4, %c fastmath<contract> : f32
  %6 = arith.mulf %a, %b fastmath<contract> : f32
  %7 = arith.addf %6, %c : f32
  %8 = arith.mulf %a, %b fastmath<fast> : f32
  %9 = arith.addf %8, %c fastmath<fast> : f32
  %10 = arith.mulf %v, %v fastmath<fast> : vector<4xf32>
  %11 = arith.addf %10, %10 fastmath<fast> {tag} : vector<4xf32>
  %12 = arith.mulf %a, %b fastmath<contract> : f32
  %13 = arith.subf %12, %c fastmath<contract> : f32
  return %1, %3, %5, %7, %9, %13, %11 : f32, f32, f32, f32, f32, f32, vector<4xf32>
}

func.func @flags(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<fast> : f32
  %2 = arith.mulf %a, %b fastmath<contract,nnan> : f32
  %3 = arith.addf %c, %2 fastmath<contract,ninf> : f32
  return %1, %3 : f32, f32
}
