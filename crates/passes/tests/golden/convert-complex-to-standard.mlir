// RUN: --convert-complex-to-standard
// Ops of complex numbers as float arithmetic.

func.func @abs(%a: complex<f32>) -> f32 {
  %0 = complex.abs %a : complex<f32>
  return %0 : f32
}

func.func @abs_fast(%a: complex<f32>) -> f32 {
  %0 = complex.abs %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : f32
}

func.func @angle(%a: complex<f32>) -> f32 {
  %0 = complex.angle %a : complex<f32>
  return %0 : f32
}

func.func @angle_fast(%a: complex<f32>) -> f32 {
  %0 = complex.angle %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : f32
}

func.func @conj(%a: complex<f32>) -> complex<f32> {
  %0 = complex.conj %a : complex<f32>
  return %0 : complex<f32>
}

func.func @conj_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.conj %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @cos(%a: complex<f32>) -> complex<f32> {
  %0 = complex.cos %a : complex<f32>
  return %0 : complex<f32>
}

func.func @cos_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.cos %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @exp(%a: complex<f32>) -> complex<f32> {
  %0 = complex.exp %a : complex<f32>
  return %0 : complex<f32>
}

func.func @exp_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.exp %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @expm1(%a: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %a : complex<f32>
  return %0 : complex<f32>
}

func.func @expm1_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @im(%a: complex<f32>) -> f32 {
  %0 = complex.im %a : complex<f32>
  return %0 : f32
}

func.func @im_fast(%a: complex<f32>) -> f32 {
  %0 = complex.im %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : f32
}

func.func @log(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log %a : complex<f32>
  return %0 : complex<f32>
}

func.func @log_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @log1p(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log1p %a : complex<f32>
  return %0 : complex<f32>
}

func.func @log1p_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log1p %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @neg(%a: complex<f32>) -> complex<f32> {
  %0 = complex.neg %a : complex<f32>
  return %0 : complex<f32>
}

func.func @neg_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.neg %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @re(%a: complex<f32>) -> f32 {
  %0 = complex.re %a : complex<f32>
  return %0 : f32
}

func.func @re_fast(%a: complex<f32>) -> f32 {
  %0 = complex.re %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : f32
}

func.func @rsqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.rsqrt %a : complex<f32>
  return %0 : complex<f32>
}

func.func @rsqrt_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.rsqrt %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @sign(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sign %a : complex<f32>
  return %0 : complex<f32>
}

func.func @sign_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sign %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @sin(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sin %a : complex<f32>
  return %0 : complex<f32>
}

func.func @sin_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sin %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @sqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %a : complex<f32>
  return %0 : complex<f32>
}

func.func @sqrt_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @tan(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tan %a : complex<f32>
  return %0 : complex<f32>
}

func.func @tan_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tan %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @tanh(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tanh %a : complex<f32>
  return %0 : complex<f32>
}

func.func @tanh_fast(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tanh %a fastmath<nnan,ninf,contract> : complex<f32>
  return %0 : complex<f32>
}

func.func @add(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @add_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @atan2(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.atan2 %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @atan2_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.atan2 %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @div(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @div_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @mul(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @mul_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @pow(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.pow %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @pow_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.pow %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @sub(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sub %a, %b : complex<f32>
  return %0 : complex<f32>
}

func.func @sub_fast(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sub %a, %b fastmath<nnan> : complex<f32>
  return %0 : complex<f32>
}

func.func @powi(%a: complex<f64>, %b: i32) -> complex<f64> {
  %0 = complex.powi %a, %b : complex<f64>, i32
  return %0 : complex<f64>
}

func.func @eq(%a: complex<f32>, %b: complex<f32>) -> i1 {
  %0 = complex.eq %a, %b : complex<f32>
  return %0 : i1
}

func.func @neq(%a: complex<f32>, %b: complex<f32>) -> i1 {
  %0 = complex.neq %a, %b : complex<f32>
  return %0 : i1
}

func.func @kept() -> i128 {
  %c = complex.constant [1.0, 2.0] : complex<f64>
  %0 = complex.bitcast %c : complex<f64> to i128
  return %0 : i128
}
