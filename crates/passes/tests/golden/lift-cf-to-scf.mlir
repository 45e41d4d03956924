// RUN: --lift-cf-to-scf
func.func @if_else(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%b : i32)
^bb1:
  %0 = arith.addi %a, %b : i32
  cf.br ^bb3(%0 : i32)
^bb2(%1: i32):
  %2 = arith.muli %1, %a : i32
  cf.br ^bb3(%2 : i32)
^bb3(%3: i32):
  return %3 : i32
}

// What is computed in the loop is used behind it.
func.func @loop(%n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^header(%c0, %c0 : i32, i32)
^header(%i: i32, %sum: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit
^body:
  %square = arith.muli %i, %i : i32
  %next = arith.addi %sum, %square : i32
  %j = arith.addi %i, %c1 : i32
  cf.br ^header(%j, %next : i32, i32)
^exit:
  return %sum, %i : i32, i32
}

// A loop with two exits and a value that only one of them knows.
func.func @two_exits(%c: i1, %d: i1, %a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%0: i32):
  cf.cond_br %c, ^bb2, ^bb4(%0 : i32)
^bb2:
  %1 = arith.addi %0, %a : i32
  cf.cond_br %d, ^bb1(%1 : i32), ^bb3
^bb3:
  %2 = arith.muli %1, %1 : i32
  cf.br ^bb4(%2 : i32)
^bb4(%3: i32):
  return %3 : i32
}

// A cycle with two entries.
func.func @irreducible(%c: i1, %d: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%0: i32):
  "test.one"(%0) : (i32) -> ()
  cf.br ^bb2
^bb2:
  "test.two"() : () -> ()
  cf.cond_br %d, ^bb1(%a : i32), ^bb3
^bb3:
  return %a : i32
}

func.func @switch(%f: i32, %a: f32) -> f32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : f32),
    3: ^bb2,
    -1: ^bb1(%a : f32),
    7: ^bb3
  ]
^bb1(%0: f32):
  %1 = arith.negf %0 : f32
  cf.br ^bb3
^bb2:
  %2 = arith.addf %a, %a : f32
  return %2 : f32
^bb3:
  return %a : f32
}

// It never ends.
func.func @endless() -> (i32, f32) {
  cf.br ^bb1
^bb1:
  "test.foo"() : () -> ()
  cf.br ^bb1
}

// Ops of different kinds end the function: the branch to them stays.
func.func @returns(%c: i1, %d: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.cond_br %d, ^bb2, ^bb3
^bb2:
  return %a : i32
^bb3:
  "func.return"(%a) {other} : (i32) -> ()
}

// Blocks in the region of an op; and an op with a region in a loop of blocks.
func.func @nested(%c: i1, %a: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %a : i32
  ^bb2:
    %0 = arith.addi %a, %a : i32
    scf.yield %0 : i32
  }
  cf.br ^bb1
^bb1:
  %1 = arith.addi %r, %a : i32
  scf.if %c {
    "test.use"(%1) : (i32) -> ()
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return %1 : i32
}

// Blocks that only lead to each other stay.
func.func @unreachable(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.addi %a, %a : i32
  cf.br ^bb2
^bb2:
  return %a : i32
^bb3:
  "test.use"(%a) : (i32) -> ()
  cf.br ^bb4
^bb4:
  cf.br ^bb3
}

// Nothing to do.
func.func @plain() {
  return
}
func.func private @outside()
