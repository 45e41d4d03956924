// Casts to the same types, and casts there and back.
func.func @casts(%a: i32, %b: f32) -> (i32, i32, i32, i64, f32) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to i32
  %1 = builtin.unrealized_conversion_cast %a : i32 to i64
  %2 = builtin.unrealized_conversion_cast %1 : i64 to i32
  %3:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to i64, f64
  %4:2 = builtin.unrealized_conversion_cast %3#0, %3#1 : i64, f64 to i32, f32
  %5:2 = builtin.unrealized_conversion_cast %3#1, %3#0 : f64, i64 to f32, i32
  %6 = builtin.unrealized_conversion_cast %1 : i64 to index
  %7 = builtin.unrealized_conversion_cast %6 : index to i64
  return %0, %2, %4#0, %7, %5#0 : i32, i32, i32, i64, f32
}
