// RUN: --inline=default-pipeline=

func.func private @even(%n: i32) -> i1 {
  %c0 = arith.constant 0 : i32
  %0 = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %0, ^a, ^b
^a:
  %t = arith.constant true
  return %t : i1
^b:
  %c1 = arith.constant 1 : i32
  %1 = arith.subi %n, %c1 : i32
  %2 = call @odd(%1) : (i32) -> i1
  return %2 : i1
}
func.func private @odd(%n: i32) -> i1 {
  %c0 = arith.constant 0 : i32
  %0 = arith.cmpi eq, %n, %c0 : i32
  cf.cond_br %0, ^a, ^b
^a:
  %t = arith.constant false
  return %t : i1
^b:
  %c1 = arith.constant 1 : i32
  %1 = arith.subi %n, %c1 : i32
  %2 = call @even(%1) : (i32) -> i1
  return %2 : i1
}
func.func @use(%n: i32) -> i1 {
  %0 = call @even(%n) : (i32) -> i1
  %1 = call @odd(%n) : (i32) -> i1
  %2 = arith.andi %0, %1 : i1
  return %2 : i1
}
func.func private @fact(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %1 = arith.subi %n, %c1 : i32
  %2 = call @fact(%1) : (i32) -> i32
  %3 = arith.muli %2, %n : i32
  return %3 : i32
}
func.func @usefact(%n: i32) -> i32 {
  %0 = call @fact(%n) : (i32) -> i32
  return %0 : i32
}
func.func private @dead(%n: i32) -> i32 {
  %0 = call @dead2(%n) : (i32) -> i32
  return %0 : i32
}
func.func private @dead2(%n: i32) -> i32 {
  return %n : i32
}
func.func private @leaf(%a: f32, %b: f32) -> (f32, f32) {
  %0 = arith.addf %a, %b : f32
  %1 = arith.mulf %0, %b : f32
  return %1, %0 : f32, f32
}
func.func private @mid(%a: f32) -> f32 {
  %0:2 = call @leaf(%a, %a) : (f32, f32) -> (f32, f32)
  %1:2 = call @leaf(%0#1, %0#0) : (f32, f32) -> (f32, f32)
  %2 = arith.addf %1#0, %1#1 : f32
  return %2 : f32
}
func.func @top(%a: f32, %c: i1) -> f32 {
  %r = scf.if %c -> f32 {
    %0 = func.call @mid(%a) : (f32) -> f32
    scf.yield %0 : f32
  } else {
    %1:2 = func.call @leaf(%a, %a) : (f32, f32) -> (f32, f32)
    scf.yield %1#1 : f32
  }
  %f = func.constant @mid : (f32) -> f32
  %3 = call_indirect %f(%r) : (f32) -> f32
  return %3 : f32
}
func.func private @ref() -> () attributes {foo = @leaf}
func.func private @kept(%a: f32) -> f32 { return %a : f32 }
"my.use"() {f = [@kept, {x = @mid}]} : () -> ()
module @inner {
  func.func private @h(%a: f32) -> f32 { return %a : f32 }
  func.func nested @g(%a: f32) -> f32 {
    %0 = call @h(%a) : (f32) -> f32
    return %0 : f32 }
  func.func private @unused() { return }
}
module @inner2 attributes {sym_visibility = "private"} {
  func.func private @h(%a: f32) -> f32 { return %a : f32 }
  func.func nested @g(%a: f32) -> f32 {
    %0 = call @h(%a) : (f32) -> f32
    return %0 : f32 }
}
module @inner3 {
  func.func nested @g(%a: f32) { return }
  func.func private @q(%a: f32) { return }
}
"my.use"() {f = @inner3::@q} : () -> ()
