// Every op of func in every form it can be written in.
func.func private @declared()
func.func private @typed(i32, memref<?xf32>) -> f64
func.func nested @nested(i32 {test.a, test.b = 1 : i32}, f32) -> (i32 {test.c}, f32)
func.func public @one_result_attr() -> (f64 {test.attr = 0 : i64}) attributes {test.note = "text"} {
  %0 = "test.value"() : () -> f64
  return %0 : f64
}
func.func private @gives_function() -> (() -> i32)
func.func private @"name with spaces"(%a: i32, %b: f32 {test.last})
func.func @identity(%a: i32, %b: f32 {test.b}) -> (i32, f32) {
  func.return %a, %b : i32, f32
}
func.func @none() -> () attributes {no_inline} {
  return {test.note}
}
func.func @blocks(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  return {test.note} %x : i32
}
func.func @calls(%a: i32, %b: f32, %indirect: (i32) -> f32) {
  func.call @declared() : () -> ()
  call @declared() {foo} : () -> ()
  %0:2 = call @identity(%a, %b) : (i32, f32) -> (i32, f32)
  call @"name with spaces"(%a, %b) {no_inline} : (i32, f32) -> ()
  %f = constant @identity : (i32, f32) -> (i32, f32)
  %g = func.constant {foo} @declared : () -> ()
  %1:2 = call_indirect %f(%a, %b) : (i32, f32) -> (i32, f32)
  call_indirect %g() {foo} : () -> ()
  %2 = func.call_indirect %indirect(%a) : (i32) -> f32
  return
}
