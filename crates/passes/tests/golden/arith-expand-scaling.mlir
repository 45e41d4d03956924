// RUN: --arith-expand
// Ops that scale are multiplications and divisions by the scale, which is truncated to `f8E8M0FNU` first.

func.func @scale_s1(%a: f4E2M1FN, %s: f8E8M0FNU) -> f32 {
  %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  return %0 : f32
}

func.func @scale_s2(%a: f8E4M3FN, %s: f16) -> f32 {
  %0 = arith.scaling_extf %a, %s : f8E4M3FN, f16 to f32
  return %0 : f32
}

func.func @scale_t1(%a: f32, %s: f8E8M0FNU) -> f4E2M1FN {
  %0 = arith.scaling_truncf %a, %s : f32, f8E8M0FNU to f4E2M1FN
  return %0 : f4E2M1FN
}

func.func @scale_t2(%a: vector<4xf16>, %s: vector<4xf16>) -> vector<4xf8E4M3FN> {
  %0 = arith.scaling_truncf %a, %s : vector<4xf16>, vector<4xf16> to vector<4xf8E4M3FN>
  return %0 : vector<4xf8E4M3FN>
}

func.func @scale_s3(%a: vector<4xf4E2M1FN>, %s: vector<4xf8E8M0FNU>) -> vector<4xbf16> {
  %0 = arith.scaling_extf %a, %s : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

func.func @scale_t3(%a: f64, %s: f64) -> f8E5M2 {
  %0 = arith.scaling_truncf %a, %s fastmath<nnan> : f64, f64 to f8E5M2
  return %0 : f8E5M2
}

func.func @scale_t4(%a: f32, %s: f32) -> f6E3M2FN {
  %0 = arith.scaling_truncf %a, %s to_nearest_even fastmath<fast> : f32, f32 to f6E3M2FN
  return %0 : f6E3M2FN
}
