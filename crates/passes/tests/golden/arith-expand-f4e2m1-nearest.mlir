// RUN: builtin.module(arith-expand{include-f8e8m0=true include-f4e2m1=true})
// Unlike MLIR: small negative numbers keep their sign, ties go to even, and f64 is rounded once.

func.func @small_t4(%a: f32) -> f4E2M1FN {
  %0 = arith.truncf %a : f32 to f4E2M1FN
  return %0 : f4E2M1FN
}

func.func @small_t5(%a: bf16) -> f4E2M1FN {
  %0 = arith.truncf %a : bf16 to f4E2M1FN
  return %0 : f4E2M1FN
}

func.func @small_scaled(%a: f32, %s: f8E8M0FNU) -> f4E2M1FN {
  %0 = arith.scaling_truncf %a, %s : f32, f8E8M0FNU to f4E2M1FN
  return %0 : f4E2M1FN
}

func.func @nearest_double(%a: f64) -> f4E2M1FN {
  %0 = arith.truncf %a to_nearest_even fastmath<nnan> : f64 to f4E2M1FN
  return %0 : f4E2M1FN
}

func.func @nearest_vector(%a: vector<2xf16>) -> vector<2xf4E2M1FN> {
  %0 = arith.truncf %a : vector<2xf16> to vector<2xf4E2M1FN>
  return %0 : vector<2xf4E2M1FN>
}

func.func @nearest_to_double(%a: f4E2M1FN) -> f64 {
  %0 = arith.extf %a : f4E2M1FN to f64
  return %0 : f64
}
