// RUN: builtin.module(convert-math-to-funcs{convert-ctlz=true min-width-of-fpowi-exponent=33})

// Leading zeros are counted one by one; exponents of 32 bits stay.
func.func @zeros(%a: i32, %b: vector<2xi8>, %c: f32, %d: i64) -> (i32, vector<2xi8>, f32, f32) {
  %0 = math.ctlz %a : i32
  %1 = math.ctlz %b : vector<2xi8>
  %2 = math.fpowi %c, %a : f32, i32
  %3 = math.fpowi %c, %d : f32, i64
  return %0, %1, %2, %3 : i32, vector<2xi8>, f32, f32
}
