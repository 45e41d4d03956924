// RUN: --math-expand-ops=ops=tan,powf
// Only the ops that are named are expanded, not those that these become.
func.func @f(%x: f32, %n: i32) -> (f32, f32, f32, f32) {
  %minus_half = arith.constant -0.5 : f32
  %0 = math.tan %x : f32
  %1 = math.tanh %x : f32
  %2 = math.powf %x, %minus_half : f32
  %3 = math.fpowi %x, %n : f32, i32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
