// RUN: builtin.module(arith-expand{include-f8e8m0=true include-f4e2m1=true})
// Conversions from and to `f8E8M0FNU` and `f4E2M1FN`, by the bits of an `f32`.

func.func @small_e1(%a: f4E2M1FN) -> f32 {
  %0 = arith.extf %a : f4E2M1FN to f32
  return %0 : f32
}

func.func @small_e2(%a: f8E8M0FNU) -> f32 {
  %0 = arith.extf %a : f8E8M0FNU to f32
  return %0 : f32
}

func.func @small_e3(%a: vector<3xf8E8M0FNU>) -> vector<3xf16> {
  %0 = arith.extf %a : vector<3xf8E8M0FNU> to vector<3xf16>
  return %0 : vector<3xf16>
}

func.func @small_t1(%a: f32) -> f8E8M0FNU {
  %0 = arith.truncf %a : f32 to f8E8M0FNU
  return %0 : f8E8M0FNU
}

func.func @small_t2(%a: f16) -> f8E8M0FNU {
  %0 = arith.truncf %a : f16 to f8E8M0FNU
  return %0 : f8E8M0FNU
}

func.func @small_t3(%a: vector<2xf64>) -> vector<2xf8E8M0FNU> {
  %0 = arith.truncf %a : vector<2xf64> to vector<2xf8E8M0FNU>
  return %0 : vector<2xf8E8M0FNU>
}

func.func @small_tensor(%a: tensor<2x?xf32>) -> tensor<2x?xf8E8M0FNU> {
  %0 = arith.truncf %a fastmath<nnan> : tensor<2x?xf32> to tensor<2x?xf8E8M0FNU>
  return %0 : tensor<2x?xf8E8M0FNU>
}
