// RUN: --sccp

// What only the analysis knows to be zero does not make a sum its left side.
func.func @f(%a: i8) -> (i8, i1, i8, i1) {
  %z = arith.xori %a, %a : i8
  %s, %o = arith.addui_extended %a, %z : i8, i1
  %zero = arith.constant 0 : i8
  %s2, %o2 = arith.addui_extended %a, %zero : i8, i1
  return %s, %o, %s2, %o2 : i8, i1, i8, i1
}
