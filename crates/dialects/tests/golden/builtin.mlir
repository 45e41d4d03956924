// Modules and casts.
module @outer attributes {test.note = 1 : i32} {
  module { }
  builtin.module @inner { func.func private @f() }
  module @"quoted name" attributes {test.a} { }
  "builtin.module"() <{sym_name = "visible", sym_visibility = "public"}> ({
  ^bb0:
  }) : () -> ()
  func.func @casts(%a: i32, %b: f32) {
    %0 = builtin.unrealized_conversion_cast %a : i32 to index
    %1:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to i64, f64 {foo}
    %2 = builtin.unrealized_conversion_cast to tuple<>
    %3 = builtin.unrealized_conversion_cast %0, %0 : index, index to tuple<index, index>
    return
  }
}
