// RUN: --arith-emulate-wide-int=widest-int-supported=64
// Unlike MLIR: it shifts one by 64 bits and takes the high half to count as much as the low one, divides by NaN where floats have no infinity, and forgets what is printed behind a number.
func.func @f(%a: i128, %b: f8E4M3FN, %c: f32) -> (f32, f128, i128, i128) {
  %0 = arith.uitofp %a : i128 to f32
  %1 = arith.uitofp %a : i128 to f128
  %2 = arith.fptoui %b : f8E4M3FN to i128
  %3 = arith.fptoui %c : f32 to i128
  vector.print %a : i128 punctuation <comma>
  return %0, %1, %2, %3 : f32, f128, i128, i128
}
