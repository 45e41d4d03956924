// RUN: --math-extend-to-supported-types=extra-types=bf16,float
func.func @f() {
  return
}
