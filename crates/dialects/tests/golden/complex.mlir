// The complex dialect, as MLIR 22 prints it.

func.func @unary(%a: complex<f32>, %b: complex<f64>) {
  %abs = complex.abs %a : complex<f32>
  %abs_fast = complex.abs %b fastmath<nnan,contract> {note} : complex<f64>
  %angle = complex.angle %a : complex<f32>
  %angle_fast = complex.angle %b fastmath<nnan,contract> {note} : complex<f64>
  %conj = complex.conj %a : complex<f32>
  %conj_fast = complex.conj %b fastmath<nnan,contract> {note} : complex<f64>
  %cos = complex.cos %a : complex<f32>
  %cos_fast = complex.cos %b fastmath<nnan,contract> {note} : complex<f64>
  %exp = complex.exp %a : complex<f32>
  %exp_fast = complex.exp %b fastmath<nnan,contract> {note} : complex<f64>
  %expm1 = complex.expm1 %a : complex<f32>
  %expm1_fast = complex.expm1 %b fastmath<nnan,contract> {note} : complex<f64>
  %im = complex.im %a : complex<f32>
  %im_fast = complex.im %b fastmath<nnan,contract> {note} : complex<f64>
  %log = complex.log %a : complex<f32>
  %log_fast = complex.log %b fastmath<nnan,contract> {note} : complex<f64>
  %log1p = complex.log1p %a : complex<f32>
  %log1p_fast = complex.log1p %b fastmath<nnan,contract> {note} : complex<f64>
  %neg = complex.neg %a : complex<f32>
  %neg_fast = complex.neg %b fastmath<nnan,contract> {note} : complex<f64>
  %re = complex.re %a : complex<f32>
  %re_fast = complex.re %b fastmath<nnan,contract> {note} : complex<f64>
  %rsqrt = complex.rsqrt %a : complex<f32>
  %rsqrt_fast = complex.rsqrt %b fastmath<nnan,contract> {note} : complex<f64>
  %sign = complex.sign %a : complex<f32>
  %sign_fast = complex.sign %b fastmath<nnan,contract> {note} : complex<f64>
  %sin = complex.sin %a : complex<f32>
  %sin_fast = complex.sin %b fastmath<nnan,contract> {note} : complex<f64>
  %sqrt = complex.sqrt %a : complex<f32>
  %sqrt_fast = complex.sqrt %b fastmath<nnan,contract> {note} : complex<f64>
  %tan = complex.tan %a : complex<f32>
  %tan_fast = complex.tan %b fastmath<nnan,contract> {note} : complex<f64>
  %tanh = complex.tanh %a : complex<f32>
  %tanh_fast = complex.tanh %b fastmath<nnan,contract> {note} : complex<f64>
  return
}

func.func @binary(%a: complex<f32>, %b: complex<f16>, %i: i32, %j: i8) {
  %add = complex.add %a, %a : complex<f32>
  %add_fast = complex.add %b, %b fastmath<fast> : complex<f16>
  %atan2 = complex.atan2 %a, %a : complex<f32>
  %atan2_fast = complex.atan2 %b, %b fastmath<fast> : complex<f16>
  %div = complex.div %a, %a : complex<f32>
  %div_fast = complex.div %b, %b fastmath<fast> : complex<f16>
  %mul = complex.mul %a, %a : complex<f32>
  %mul_fast = complex.mul %b, %b fastmath<fast> : complex<f16>
  %pow = complex.pow %a, %a : complex<f32>
  %pow_fast = complex.pow %b, %b fastmath<fast> : complex<f16>
  %sub = complex.sub %a, %a : complex<f32>
  %sub_fast = complex.sub %b, %b fastmath<fast> : complex<f16>
  %powi = complex.powi %a, %i : complex<f32>, i32
  %powi_fast = complex.powi %b, %j fastmath<ninf> : complex<f16>, i8
  %eq = complex.eq %a, %a : complex<f32>
  %neq = complex.neq %b, %b {note} : complex<f16>
  return
}

func.func @values(%x: f64, %bits: i64, %wide: f128, %a: complex<f32>, %m: memref<2xcomplex<f32>>, %i: index)
    -> (complex<f64>, complex<f32>) {
  %0 = complex.constant [1.0, -2.5] : complex<f64>
  %1 = complex.constant [0x7F800000 : f32, 0.1 : f32] {note} : complex<f32>
  %2 = complex.create %x, %x : complex<f64>
  %3 = complex.bitcast %bits : i64 to complex<f32>
  %4 = complex.bitcast %a : complex<f32> to f64
  %5 = complex.bitcast %wide : f128 to complex<f64>
  %6 = complex.bitcast %a : complex<f32> to complex<f32>
  %7 = memref.load %m[%i] : memref<2xcomplex<f32>>
  memref.store %7, %m[%i] : memref<2xcomplex<f32>>
  return %0, %1 : complex<f64>, complex<f32>
}

"test.attributes"() {
  double = #complex.number<:f64 1.0, -2.0>,
  single = #complex.number<:f32 1.0e10, 0.5> : complex<f32>,
  listed = [#complex.number<:f16 0.0, 1.0>]
} : () -> ()

func.func @integers() -> complex<i8> {
  %cst = complex.constant [1 : i8, -2 : i8] : complex<i8>
  return %cst : complex<i8>
}
