// RUN: builtin.module(func.func(reconcile-unrealized-casts))
func.func @there_and_back(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to i64
  return %1 : i64
}
func.func @unused(%a: i64) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to f32
  return
}
func.func @long_way(%a: i64) -> (i64, f32) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to f32
  %2 = builtin.unrealized_conversion_cast %1 : f32 to i64
  return %2, %1 : i64, f32
}
func.func @no_way(%a: i64) -> f32 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to f32
  return %1 : f32
}
func.func @several(%a: i64, %b: i32) -> (i64, i32) {
  %0:2 = builtin.unrealized_conversion_cast %a, %b : i64, i32 to f32, f64
  %1:2 = builtin.unrealized_conversion_cast %0#0, %0#1 : f32, f64 to i64, i32
  %2:2 = builtin.unrealized_conversion_cast %0#1, %0#0 : f64, f32 to i32, i64
  return %1#0, %2#0 : i64, i32
}
func.func @branches(%a: i64, %c: i1) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  cf.cond_br %c, ^bb1, ^bb2(%0 : i32)
^bb1:
  %1 = builtin.unrealized_conversion_cast %0 : i32 to i64
  return %1 : i64
^bb2(%2: i32):
  %3 = builtin.unrealized_conversion_cast %2 : i32 to i64
  return %3 : i64
}
