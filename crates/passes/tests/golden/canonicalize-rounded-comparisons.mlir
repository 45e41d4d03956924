// RUN: --canonicalize
// Integers of 64 bits that are rounded to floats, compared next to powers of two.
func.func @below(%x: i64) -> (i1, i1, i1, i1) {
  %f = arith.sitofp %x : i64 to f64
  %small = arith.constant 4503599627370496.0 : f64
  %below = arith.constant 9007199254740991.0 : f64
  %power = arith.constant 9007199254740992.0 : f64
  %negative = arith.constant -9007199254740991.0 : f64
  %0 = arith.cmpf olt, %f, %small : f64
  %1 = arith.cmpf olt, %f, %below : f64
  %2 = arith.cmpf olt, %f, %power : f64
  %3 = arith.cmpf ogt, %f, %negative : f64
  return %0, %1, %2, %3 : i1, i1, i1, i1
}
func.func @above(%x: i64, %y: i64) -> (i1, i1, i1, i1) {
  %f = arith.sitofp %x : i64 to f32
  %g = arith.uitofp %y : i64 to f32
  %below = arith.constant 16777215.0 : f32
  %between = arith.constant 9.0e+18 : f32
  %large = arith.constant 1.0e+20 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %0 = arith.cmpf olt, %f, %below : f32
  %1 = arith.cmpf olt, %f, %between : f32
  %2 = arith.cmpf olt, %g, %large : f32
  %3 = arith.cmpf oeq, %g, %infinity : f32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}
func.func @half(%x: i32) -> (i1, i1) {
  %f = arith.sitofp %x : i32 to f16
  %infinity = arith.constant 0x7C00 : f16
  %below = arith.constant 2047.0 : f16
  %0 = arith.cmpf oeq, %f, %infinity : f16
  %1 = arith.cmpf olt, %f, %below : f16
  return %0, %1 : i1, i1
}
