// RUN: --math-extend-to-supported-types
// A product and sum that is rounded once stays, and so do ops of other dialects.
func.func @f(%a: f16, %b: bf16, %c: f32, %v: vector<[4]xf16>, %t: tensor<?xf8E5M2>, %i: i32) {
  %0 = math.sin %a fastmath<fast> {tag} : f16
  %1 = math.powf %0, %0 : f16
  %2 = math.atan2 %a, %1 : f16
  "test.use"(%1, %2) : (f16, f16) -> ()
  %3 = math.exp %c : f32
  %4 = math.fma %a, %a, %2 : f16
  %5 = arith.addf %4, %a : f16
  "test.use"(%3, %5) : (f32, f16) -> ()
  %6 = math.fpowi %b, %i : bf16, i32
  %7 = math.isnan %b : bf16
  %8 = math.ctlz %i : i32
  "test.use"(%6, %7, %8) : (bf16, i1, i32) -> ()
  %9 = math.clampf %v to [%v, %v] : vector<[4]xf16>
  %10, %11 = math.sincos %t : tensor<?xf8E5M2>
  "test.use"(%9, %10, %11) : (vector<[4]xf16>, tensor<?xf8E5M2>, tensor<?xf8E5M2>) -> ()
  return
}

func.func @folded() -> f16 {
  %0 = arith.constant 2.0 : f16
  %1 = math.exp2 %0 : f16
  return %1 : f16
}
