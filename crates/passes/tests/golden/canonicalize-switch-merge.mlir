// RUN: --canonicalize=region-simplify=aggressive
// Blocks that differ in what they use become one, and each case passes what its block used.

func.func @cases(%i: i32, %x: i32, %y: i32, %z: i32) -> i32 {
  cf.switch %i : i32, [ default: ^d, 0: ^a, 2: ^b, 5: ^c ]
^a:
  return %x : i32
^b:
  return %y : i32
^c:
  %sum = arith.addi %x, %y : i32
  return %sum : i32
^d:
  return %z : i32
}

func.func @cases_with_operands(%i: i32, %x: i32, %y: i32) -> i32 {
  cf.switch %i : i32, [ default: ^d(%x : i32), 0: ^a(%y : i32), 2: ^b ]
^a(%p: i32):
  %s = arith.muli %p, %x : i32
  return %s : i32
^b:
  return %y : i32
^d(%q: i32):
  %t = arith.muli %q, %y : i32
  return %t : i32
}
