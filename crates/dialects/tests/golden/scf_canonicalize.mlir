// Loops: carried values that do not change, that nobody uses, that are carried twice.
func.func @for_iter_args(%lb: index, %ub: index, %s: index, %a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0:5 = scf.for %i = %lb to %ub step %s iter_args(%x = %a, %y = %b, %z = %a, %w = %a, %u = %b) -> (i32, i32, i32, i32, i32) {
    %1 = "test.use"(%x, %z) : (i32, i32) -> i32
    %2 = "test.use"(%w) : (i32) -> i32
    %3 = "test.use"(%w) : (i32) -> i32
    scf.yield %1, %y, %1, %2, %3 : i32, i32, i32, i32, i32
  }
  return %0#0, %0#1, %0#2, %0#3 : i32, i32, i32, i32
}
// Loops that run never, once, or do nothing.
func.func @for_trivial(%a: i32, %n: index) -> (i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c5 to %c0 step %c1 iter_args(%x = %a) -> (i32) {
    %t = "test.use"(%x) : (i32) -> i32
    scf.yield %t : i32
  }
  %1 = scf.for %i = %c0 to %c5 step %c5 iter_args(%x = %a) -> (i32) {
    %t = "test.use"(%x, %i) : (i32, index) -> i32
    scf.yield %t : i32
  }
  %2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %a) -> (i32) {
    scf.yield %1 : i32
  }
  %3 = scf.for %i = %n to %n step %c1 iter_args(%x = %a) -> (i32) {
    %t = "test.use"(%x) : (i32) -> i32
    scf.yield %t : i32
  }
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {
    scf.yield %1 : i32
  }
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}
func.func @for_unsigned(%a: i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %cm1 = arith.constant -1 : i8
  scf.for unsigned %i = %c0 to %cm1 step %c1 : i8 {
    "test.use"(%i) : (i8) -> ()
  }
  scf.for %i = %c0 to %cm1 step %c1 : i8 {
    "test.use"(%i) : (i8) -> ()
  }
  scf.for unsigned %i = %c1 to %c0 step %c1 : i8 {
    "test.use"(%i) : (i8) -> ()
  }
  return
}
func.func @for_swap(%lb: index, %ub: index, %s: index, %a: i32, %b: i32) -> i32 {
  %0:2 = scf.for %i = %lb to %ub step %s iter_args(%x = %a, %y = %b) -> (i32, i32) {
    scf.yield %y, %x : i32, i32
  }
  return %0#0 : i32
}
func.func @for_unused(%lb: index, %ub: index, %s: index, %a: i32, %b: i32) {
  %0:2 = scf.for %i = %lb to %ub step %s iter_args(%x = %a, %y = %b) -> (i32, i32) {
    %1 = "test.use"(%x) : (i32) -> i32
    scf.yield %1, %1 : i32, i32
  }
  return
}
func.func @if_results(%c: i1, %a: i32, %b: i32) -> (i32, i32, i1, i1) {
  %0:6 = scf.if %c -> (i32, i32, i1, i1, i32, i32) {
    %t = arith.constant true
    %f = arith.constant false
    %1 = "test.use"() : () -> i32
    scf.yield %a, %1, %t, %f, %1, %b : i32, i32, i1, i1, i32, i32
  } else {
    %t = arith.constant true
    %f = arith.constant false
    scf.yield %b, %a, %f, %t, %a, %b : i32, i32, i1, i1, i32, i32
  }
  return %0#0, %0#1, %0#2, %0#3 : i32, i32, i1, i1
}
func.func @if_constant(%a: i32, %b: i32) -> (i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = scf.if %t -> i32 {
    %1 = "test.use"(%a) : (i32) -> i32
    scf.yield %1 : i32
  } else {
    %1 = "test.use"(%b) : (i32) -> i32
    scf.yield %1 : i32
  }
  %2 = scf.if %f -> i32 {
    %1 = "test.use"(%a) : (i32) -> i32
    scf.yield %1 : i32
  } else {
    %1 = "test.use"(%b) : (i32) -> i32
    scf.yield %1 : i32
  }
  scf.if %f {
    "test.use"() : () -> ()
  }
  return %0, %2 : i32, i32
}
func.func @if_not(%c: i1) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    "test.a"() : () -> ()
  } else {
    "test.b"() : () -> ()
  }
  return
}
func.func @if_empty(%c: i1) {
  scf.if %c {
    "test.a"(%c) : (i1) -> ()
  } else {
  }
  scf.if %c {
  } else {
    "test.b"(%c) : (i1) -> ()
  }
  scf.if %c {
  }
  return
}
func.func @if_combine(%c: i1, %a: i32) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %1 = "test.a"() : () -> i32
    scf.yield %1 : i32
  } else {
    %1 = "test.b"() : () -> i32
    scf.yield %1 : i32
  }
  %2 = scf.if %c -> i32 {
    %1 = "test.c"(%0) : (i32) -> i32
    scf.yield %1 : i32
  } else {
    %1 = "test.d"(%0) : (i32) -> i32
    scf.yield %1 : i32
  }
  return %0, %2 : i32, i32
}
func.func @if_combine_not(%c: i1) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %c {
    "test.a"() : () -> ()
  }
  scf.if %n {
    "test.b"() : () -> ()
  }
  return
}
func.func @if_nested(%c: i1, %d: i1, %a: i32, %b: i32, %x: i32) -> (i32, i32) {
  %0:2 = scf.if %c -> (i32, i32) {
    %1 = scf.if %d -> i32 {
      %2 = "test.a"() : () -> i32
      scf.yield %2 : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %1, %x : i32, i32
  } else {
    scf.yield %a, %b : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
func.func @if_nested_empty(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "test.a"(%c, %d) : (i1, i1) -> ()
    }
  }
  return
}
func.func @switch(%a: i32, %i: index) -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %0 = scf.index_switch %c2 -> i32
  case 1 {
    scf.yield %a : i32
  }
  case 2 {
    %1 = "test.a"() : () -> i32
    scf.yield %1 : i32
  }
  default {
    scf.yield %a : i32
  }
  %2:2 = scf.index_switch %i -> i32, i32
  case 1 {
    %1 = "test.a"() : () -> i32
    scf.yield %a, %1 : i32, i32
  }
  default {
    %1 = "test.a"() : () -> i32
    scf.yield %1, %a : i32, i32
  }
  return %0, %2#1 : i32, i32
}
func.func @execute_region(%a: i32, %c: i1) -> (i32, i32) {
  %0 = scf.execute_region -> i32 {
    %1 = "test.a"() : () -> i32
    scf.yield %1 : i32
  }
  %2 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %1 = "test.a"() : () -> i32
    scf.yield %1 : i32
  ^bb2:
    %3 = "test.b"() : () -> i32
    scf.yield %3 : i32
  }
  %4 = scf.execute_region -> i32 no_inline {
    "test.c"() : () -> ()
    scf.yield %a : i32
  }
  %5 = scf.execute_region -> i32 no_inline {
    %1 = "test.a"() : () -> i32
    scf.yield %1 : i32
  }
  "test.use"(%4) : (i32) -> ()
  return %0, %2 : i32, i32
}
func.func @execute_region_in_loop(%a: index, %b: index, %c: i1) {
  scf.for %i = %a to %b step %a {
    scf.execute_region {
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      "test.a"() : () -> ()
      cf.br ^bb2
    ^bb2:
      scf.yield
    }
  }
  return
}
// `scf.while`: arguments and results that need not be there.
func.func @while_unused_result(%a: i32, %c: i1) -> i32 {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c1 = "test.cond"(%x) : (i32) -> i1
    %1 = "test.a"(%x) : (i32) -> i32
    scf.condition(%c1) %x, %1 : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %2 = "test.b"(%y) : (i32) -> i32
    scf.yield %2 : i32
  }
  return %0#0 : i32
}
func.func @while_twice(%a: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c1 = "test.cond"(%x) : (i32) -> i1
    scf.condition(%c1) %x, %x : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %2 = "test.b"(%y, %z) : (i32, i32) -> i32
    scf.yield %2 : i32
  }
  return %0#0, %0#1 : i32, i32
}
func.func @while_unused_arg(%a: i32, %b: i32) -> i32 {
  %0 = scf.while (%x = %a, %w = %b) : (i32, i32) -> i32 {
    %c1 = "test.cond"(%x) : (i32) -> i1
    scf.condition(%c1) %x : i32
  } do {
  ^bb0(%y: i32):
    %2 = "test.b"(%y) : (i32) -> i32
    scf.yield %2, %2 : i32, i32
  }
  return %0 : i32
}
func.func @while_invariant_arg(%a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %a, %w = %b) : (i32, i32) -> (i32, i32) {
    %c1 = "test.cond"(%x, %w) : (i32, i32) -> i1
    scf.condition(%c1) %x, %w : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %2 = "test.b"(%y) : (i32) -> i32
    scf.yield %2, %z : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
func.func @while_invariant_value(%a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c1 = "test.cond"(%x) : (i32) -> i1
    scf.condition(%c1) %x, %b : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %2 = "test.b"(%y, %z) : (i32, i32) -> i32
    scf.yield %2 : i32
  }
  return %0#0, %0#1 : i32, i32
}
func.func @while_invariant_init(%a: i32, %b: i32) -> i32 {
  %0 = scf.while (%x = %a, %w = %b) : (i32, i32) -> i32 {
    %c1 = "test.cond"(%x, %w) : (i32, i32) -> i1
    scf.condition(%c1) %x : i32
  } do {
  ^bb0(%y: i32):
    %2 = "test.b"(%y) : (i32) -> i32
    scf.yield %2, %b : i32, i32
  }
  return %0 : i32
}
func.func @while_condition(%a: i32) -> i1 {
  %0:2 = scf.while (%x = %a) : (i32) -> (i1, i32) {
    %c1 = "test.cond"(%x) : (i32) -> i1
    scf.condition(%c1) %c1, %x : i1, i32
  } do {
  ^bb0(%y: i1, %z: i32):
    %2 = "test.b"(%y, %z) : (i1, i32) -> i32
    scf.yield %2 : i32
  }
  return %0#0 : i1
}
func.func @while_swapped(%a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %a, %w = %b) : (i32, i32) -> (i32, i32) {
    %c1 = "test.cond"(%x, %w) : (i32, i32) -> i1
    scf.condition(%c1) %w, %x : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %2 = "test.b"(%y) : (i32) -> i32
    scf.yield %z, %y : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
func.func @while_if(%a: i32) -> i32 {
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    %c1 = "test.cond"(%x) : (i32) -> i1
    %1 = scf.if %c1 -> i32 {
      %2 = "test.b"(%x) : (i32) -> i32
      scf.yield %2 : i32
    } else {
      scf.yield %x : i32
    }
    scf.condition(%c1) %1 : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }
  return %0 : i32
}
func.func @while_cmp(%a: i32, %b: i32) -> i32 {
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    %c1 = arith.cmpi ne, %x, %b : i32
    scf.condition(%c1) %x : i32
  } do {
  ^bb0(%y: i32):
    %c2 = arith.cmpi ne, %y, %b : i32
    %c3 = arith.cmpi eq, %y, %b : i32
    %2 = "test.b"(%y, %c2, %c3) : (i32, i1, i1) -> i32
    scf.yield %2 : i32
  }
  return %0 : i32
}
func.func @parallel(%n: index, %m: memref<?xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) {
    "test.a"(%i, %j) : (index, index) -> ()
  }
  scf.parallel (%i, %j) = (%c0, %c4) to (%n, %c1) step (%c1, %c1) {
    "test.b"(%i, %j) : (index, index) -> ()
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %c4) step (%c1, %c4) {
    "test.c"(%i, %j) : (index, index) -> ()
  }
  %0 = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%init) -> i32 {
    %1 = "test.d"(%i) : (index) -> i32
    scf.reduce(%1 : i32) {
    ^bb0(%x: i32, %y: i32):
      %2 = arith.addi %x, %y : i32
      scf.reduce.return %2 : i32
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c4) {
      "test.e"(%i, %j) : (index, index) -> ()
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%i) to (%n) step (%c4) {
      "test.f"(%i, %j) : (index, index) -> ()
    }
  }
  %3 = scf.parallel (%i) = (%c4) to (%c1) step (%c1) init (%init) -> i32 {
    %1 = "test.d"(%i) : (index) -> i32
    scf.reduce(%1 : i32) {
    ^bb0(%x: i32, %y: i32):
      %2 = arith.addi %x, %y : i32
      scf.reduce.return %2 : i32
    }
  }
  "test.use"(%3) : (i32) -> ()
  return %0 : i32
}
func.func @forall(%n: index, %t: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.forall (%i, %j) = (%c0, 0) to (%c4, %n) step (%c1, 1) {
    "test.a"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i, %j) = (3, 0) to (4, %n) step (1, 1) {
    "test.b"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i, %j) = (4, 0) to (4, %n) step (1, 1) {
    "test.c"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i) in (1) {
    "test.d"(%i) : (index) -> ()
  }
  scf.forall (%i, %j) in (1, 7) {
    "test.e"(%i, %j) : (index, index) -> ()
  }
  return %t, %t : tensor<4xi32>, tensor<4xi32>
}
func.func @step_of_zero(%a: index, %b: index, %i: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %r = scf.for %x = %a to %b step %c0 iter_args(%y = %i) -> i32 {
    %z = arith.addi %y, %y : i32
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @steps_of_zero() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %x = %c0 to %c4 step %c0 {
    "test.u"(%x) : (index) -> ()
  }
  scf.for %x = %c4 to %c0 step %c0 {
    "test.v"(%x) : (index) -> ()
  }
  scf.for %x = %c4 to %c4 step %c0 {
    "test.w"(%x) : (index) -> ()
  }
  return
}
func.func @back_from_open(%a: index) {
  %c0 = arith.constant 0 : index
  %cm = arith.constant -1 : index
  scf.for %x = %a to %c0 step %cm {
    "test.w"(%x) : (index) -> ()
  }
  return
}
func.func @back_forth(%a: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %cm = arith.constant -1 : index
  scf.for %x = %c0 to %c4 step %cm {
    "test.w"(%x) : (index) -> ()
  }
  return
}
func.func @back(%a: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %cm = arith.constant -1 : index
  scf.for %x = %c4 to %c0 step %cm {
    "test.w"(%x) : (index) -> ()
  }
  return
}
func.func @open_step_of_zero(%a: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %x = %a to %c4 step %c0 {
    "test.w"(%x) : (index) -> ()
  }
  return
}
func.func @known_distance(%a: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %b = arith.addi %a, %c4 : index
  scf.for %x = %a to %b step %c4 {
    "test.w"(%x) : (index) -> ()
  }
  scf.for %x = %b to %a step %c4 {
    "test.w"(%x) : (index) -> ()
  }
  %b2 = arith.addi %a, %c4 overflow<nsw> : index
  scf.for %x = %a to %b2 step %c4 {
    "test.w"(%x) : (index) -> ()
  }
  return
}
func.func @known_distances(%a: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %b = arith.addi %a, %c4 : index
  scf.parallel (%x) = (%a) to (%b) step (%c4) {
    "test.w"(%x) : (index) -> ()
  }
  %s = arith.subi %c4, %c4 : index
  scf.parallel (%x) = (%a) to (%b) step (%s) {
    "test.w2"(%x) : (index) -> ()
  }
  scf.forall (%x) in (4) { 
    "test.w3"(%x) : (index) -> ()
  }
  scf.forall (%x) = (0) to (4) step (0) { 
    "test.w4"(%x) : (index) -> ()
  }
  scf.forall (%x) = (0) to (%a) step (0) { 
    "test.w5"(%x) : (index) -> ()
  }
  scf.forall (%x) = (0) to (4) step (-1) { 
    "test.w6"(%x) : (index) -> ()
  }
  scf.forall (%x) = (%a) to (%b) step (4) { 
    "test.w7"(%x) : (index) -> ()
  }
  return
}

// Values that a loop only exchanges, that are equal at the start, and that come from outside by way of others.
func.func @exchanged(%n: index, %a: i32, %b: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last:5 = scf.while (%i = %c0, %x = %a, %y = %a, %p = %a, %q = %b)
      : (index, i32, i32, i32, i32) -> (i32, i32, index, i32, i32) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %x, %y, %i, %p, %q : i32, i32, index, i32, i32
  } do {
  ^bb0(%x: i32, %y: i32, %i: index, %p: i32, %q: i32):
    "test.use"(%x, %p) : (i32, i32) -> ()
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %y, %x, %q, %p : index, i32, i32, i32, i32
  }
  return %last#0, %last#3, %last#4 : i32, i32, i32
}

// The same in a loop with bounds; results of a region with several blocks.
func.func @exchanged_in_for(%n: index, %a: i32, %c: i1) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %a) -> (i32, i32, i32) {
    %next = "test.next"(%x, %z) : (i32, i32) -> i32
    scf.yield %y, %x, %next : i32, i32, i32
  }
  %given:4 = scf.execute_region -> (i32, i32, i32, i32) no_inline {
    %made = "test.make"() : () -> i32
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %made, %a, %made, %last#0 : i32, i32, i32, i32
  ^bb2:
    scf.yield %made, %a, %made, %a : i32, i32, i32, i32
  }
  "test.use"(%given#0, %given#1, %given#2, %given#3) : (i32, i32, i32, i32) -> ()
  return %last#1, %last#2 : i32, i32
}
