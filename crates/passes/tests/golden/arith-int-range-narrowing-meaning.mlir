// RUN: --arith-int-range-narrowing=int-bitwidths-supported=8,16
// Unlike MLIR: ops keep their meaning. Numbers up to 255 are not compared and divided as signed ones of eight bits.
func.func @unsigned_numbers(%a: i8, %b: i8) -> (i1, i32, i32) {
  %c200 = arith.constant 200 : i32
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %less = arith.cmpi slt, %x, %c200 : i32
  %quotient = arith.divsi %x, %c200 : i32
  %most = arith.maxsi %x, %y : i32
  return %less, %quotient, %most : i1, i32, i32
}

// Their sum wraps around as a signed number of eight bits.
func.func @no_wrap(%a: i8) -> i32 {
  %c127 = arith.constant 127 : i32
  %x = arith.extui %a : i8 to i32
  %small = arith.minui %x, %c127 : i32
  %sum = arith.addi %small, %small overflow<nsw, nuw> : i32
  return %sum : i32
}

// Places to shift by that eight bits do not have.
func.func @shift(%a: i8) -> i32 {
  %c20 = arith.constant 20 : i32
  %x = arith.extui %a : i8 to i32
  %shifted = arith.shrui %x, %c20 : i32
  return %shifted : i32
}

// Remainders of negative numbers that are read as large ones, and by minus one.
func.func @remainders(%a: i8, %b: i8) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %x = arith.extsi %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %first = arith.remui %x, %c7 : i32
  %c_1 = arith.constant -1 : i32
  %negative = arith.minsi %y, %c_1 : i32
  %second = arith.remsi %x, %negative : i32
  return %first, %second : i32, i32
}
