// Wrong programs and what is said about them.

module {
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
  "builtin.unrealized_conversion_cast"() : () -> ()
}

// -----

// Several blocks are ordered, whatever op they are in.
func.func @f() {
  "test.op"() ({
    // expected-error @+1 {{operand #0 does not dominate this use}}
    %0 = "test.use"(%1) : (i32) -> i32
    // expected-note @+1 {{operand defined here (op in the same block)}}
    %1 = "test.def"() : () -> i32
    "test.br"()[^b] : () -> ()
  ^b:
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
