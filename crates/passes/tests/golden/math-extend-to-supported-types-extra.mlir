// RUN: builtin.module(math-extend-to-supported-types{extra-types=f16 target-type=f64})
func.func @f(%a: f16, %b: bf16) -> (f16, bf16) {
  %0 = math.cos %a : f16
  %1 = math.cos %b : bf16
  return %0, %1 : f16, bf16
}
