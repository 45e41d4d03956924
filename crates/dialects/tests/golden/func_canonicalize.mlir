// Indirect calls of known functions are direct ones.
func.func private @callee(i32, f32) -> (i32, f32)
func.func @known(%a: i32, %b: f32) -> (i32, f32) {
  %f = constant @callee : (i32, f32) -> (i32, f32)
  %0:2 = call_indirect %f(%a, %b) : (i32, f32) -> (i32, f32)
  return %0#0, %0#1 : i32, f32
}
func.func @unknown(%f: (i32) -> i32, %a: i32) -> i32 {
  %0 = call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}
func.func @constants(%a: i32, %b: f32) -> ((i32, f32) -> (i32, f32), (i32, f32) -> (i32, f32)) {
  %f = constant @callee : (i32, f32) -> (i32, f32)
  %g = constant @callee : (i32, f32) -> (i32, f32)
  return %f, %g : (i32, f32) -> (i32, f32), (i32, f32) -> (i32, f32)
}
