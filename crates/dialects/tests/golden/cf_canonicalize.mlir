// Branches that merge, that are skipped, that are known.
func.func @assert(%flag: i1) {
  %t = arith.constant true
  %f = arith.constant false
  cf.assert %t, "gone"
  cf.assert %f, "stays"
  cf.assert %flag, "stays"
  return
}
func.func @merge(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  %0 = "test.a"(%x) : (i32) -> i32
  cf.br ^bb2(%0 : i32)
^bb2(%y: i32):
  return %y : i32
}
func.func @skip(%flag: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %flag, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  cf.br ^bb3(%x, %b : i32, i32)
^bb2:
  %0 = "test.a"() : () -> i32
  cf.br ^bb1(%0 : i32)
^bb3(%y: i32, %z: i32):
  %1 = "test.b"(%y, %z) : (i32, i32) -> i32
  return %1 : i32
}
func.func @ring(%flag: i1) {
  cf.cond_br %flag, ^bb1, ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
}
func.func @self_loop() {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}
func.func @constant(%a: i32, %b: i32) -> (i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  cf.cond_br %t, ^bb1(%a : i32), ^bb2(%a : i32)
^bb1(%x: i32):
  cf.cond_br %f, ^bb2(%a : i32), ^bb3(%b : i32)
^bb2(%y: i32):
  "test.a"() : () -> ()
  cf.br ^bb3(%y : i32)
^bb3(%z: i32):
  return %a, %z : i32, i32
}
func.func @same_successors(%flag: i1, %a: i32, %b: i32) -> (i32, i32) {
  cf.cond_br %flag, ^bb1(%a, %b : i32, i32), ^bb1(%a, %a : i32, i32)
^bb1(%x: i32, %y: i32):
  return %x, %y : i32, i32
}
func.func @same_successors_shared(%flag: i1, %other: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %other, ^bb1, ^bb2(%a : i32)
^bb1:
  "test.a"() : () -> ()
  cf.cond_br %flag, ^bb2(%a : i32), ^bb2(%b : i32)
^bb2(%x: i32):
  return %x : i32
}
func.func @known(%flag: i1) -> i1 {
  cf.cond_br %flag, ^bb1, ^bb2
^bb1:
  "test.a"(%flag) : (i1) -> ()
  cf.cond_br %flag, ^bb3, ^bb4
^bb2:
  "test.b"(%flag) : (i1) -> ()
  cf.cond_br %flag, ^bb3, ^bb4
^bb3:
  "test.c"() : () -> ()
  return %flag : i1
^bb4:
  "test.d"() : () -> ()
  return %flag : i1
}
func.func @weights(%flag: i1, %a: i32) {
  cf.cond_br %flag weights([1, 9]), ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  cf.br ^bb3(%x : i32)
^bb2:
  "test.a"() : () -> ()
  cf.br ^bb3(%a : i32)
^bb3(%y: i32):
  "test.b"(%y) : (i32) -> ()
  return
}
func.func @switch_default(%flag: i32, %a: i32) -> i32 {
  cf.switch %flag : i32, [default: ^bb1(%a : i32)]
^bb1(%x: i32):
  return %x : i32
}
func.func @switch_like_default(%flag: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %flag : i32, [default: ^bb1(%a : i32), 1: ^bb1(%a : i32), 2: ^bb1(%b : i32), -3: ^bb2]
^bb1(%x: i32):
  %0 = "test.a"(%x) : (i32) -> i32
  return %0 : i32
^bb2:
  "test.b"() : () -> ()
  cf.br ^bb1(%b : i32)
}
func.func @switch_constant(%a: i32) -> i32 {
  %c = arith.constant -3 : i32
  cf.switch %c : i32, [default: ^bb1(%a : i32), 1: ^bb1(%a : i32), -3: ^bb2]
^bb1(%x: i32):
  %0 = "test.a"(%x) : (i32) -> i32
  return %0 : i32
^bb2:
  %1 = "test.b"() : () -> i32
  return %1 : i32
}
func.func @switch_skip(%flag: i32, %a: i32) -> i32 {
  cf.switch %flag : i32, [default: ^bb1, 1: ^bb2(%a : i32), 2: ^bb3]
^bb1:
  cf.br ^bb4(%a : i32)
^bb2(%x: i32):
  cf.br ^bb4(%x : i32)
^bb3:
  %0 = "test.a"() : () -> i32
  cf.br ^bb4(%0 : i32)
^bb4(%y: i32):
  %1 = "test.b"(%y) : (i32) -> i32
  return %1 : i32
}
func.func @switch_again(%flag: i32) {
  cf.switch %flag : i32, [default: ^bb1, 1: ^bb2, 2: ^bb3]
^bb1:
  "test.a"() : () -> ()
  cf.switch %flag : i32, [default: ^bb4, 1: ^bb5, 7: ^bb6]
^bb2:
  "test.b"() : () -> ()
  cf.switch %flag : i32, [default: ^bb4, 1: ^bb5, 7: ^bb6]
^bb3:
  "test.c"() : () -> ()
  cf.switch %flag : i32, [default: ^bb4, 1: ^bb5, 7: ^bb6]
^bb4:
  "test.d"() : () -> ()
  return
^bb5:
  "test.e"() : () -> ()
  return
^bb6:
  "test.f"() : () -> ()
  return
}
func.func @unreachable_first(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  "test.a"() : () -> ()
  return %x : i32
}
func.func @unreachable_second(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.a"() : () -> ()
  return %x : i32
^bb2:
  ub.unreachable
}
