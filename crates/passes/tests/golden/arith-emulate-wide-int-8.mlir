// RUN: --arith-emulate-wide-int=widest-int-supported=8
func.func @f(%a: i16, %b: i16, %c: i8, %d: f16) -> (i16, i16, i16, f32, i8) {
  %0 = arith.subi %a, %b : i16
  %1 = arith.extsi %c : i8 to i16
  %2 = arith.fptoui %d : f16 to i16
  %3 = arith.sitofp %a : i16 to f32
  %4 = arith.addi %c, %c : i8
  return %0, %1, %2, %3, %4 : i16, i16, i16, f32, i8
}
