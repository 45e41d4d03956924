// RUN: --convert-math-to-funcs

func.func @f(%a: f32, %n: i128, %k: i200) -> f32 {
  %0 = math.fpowi %a, %n : f32, i128
  %1 = math.fpowi %0, %k : f32, i200
  return %1 : f32
}
