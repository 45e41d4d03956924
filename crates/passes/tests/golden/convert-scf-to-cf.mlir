// RUN: --convert-scf-to-cf

// The induction variable and the carried values are the arguments of the block that checks the condition.
func.func @for(%lb: index, %ub: index, %st: index, %x: f32) -> (f32, f32) {
  %r:2 = scf.for %i = %lb to %ub step %st iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %s = scf.for %j = %lb to %ub step %st iter_args(%c = %a) -> f32 {
      %m = arith.addf %c, %b : f32
      scf.yield %m : f32
    }
    scf.yield %b, %s : f32, f32
  } {not_kept}
  return %r#0, %r#1 : f32, f32
}

func.func @for_unsigned(%lb: i32, %ub: i32, %st: i32) {
  scf.for unsigned %i = %lb to %ub step %st : i32 {
    "test.use"(%i) : (i32) -> ()
  }
  return
}

func.func @if(%c: i1, %d: i1) -> i32 {
  %r = scf.if %c -> i32 {
    scf.if %d {
      "test.a"() : () -> ()
    }
    %1 = arith.constant 1 : i32
    scf.yield %1 : i32
  } else {
    %q = scf.if %d -> i32 {
      %1 = "test.b"() : () -> i32
      scf.yield %1 : i32
    } else {
      %1 = "test.c"() : () -> i32
      scf.yield %1 : i32
    }
    scf.yield %q : i32
  }
  scf.if %c {
    "test.d"() : () -> ()
  } else {
    "test.e"() : () -> ()
  }
  return %r : i32
}

func.func @while(%a: i32, %b: f32) -> (f32, i32) {
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, f32) -> (f32, i32) {
    %c = "test.cond"(%x) : (i32) -> i1
    scf.condition(%c) %y, %x : f32, i32
  } do {
  ^bb0(%p: f32, %q: i32):
    %n = "test.next"(%q) : (i32) -> i32
    scf.yield %n, %p : i32, f32
  }
  return %r#0, %r#1 : f32, i32
}

// A loop that only passes its values on branches back from the condition.
func.func @do_while(%a: i32) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %c = "test.cond"(%x) : (i32) -> i1
    %z = scf.if %c -> i32 {
      scf.yield %a : i32
    } else {
      scf.yield %x : i32
    }
    scf.condition(%c) %z : i32
  } do {
  ^bb0(%p: i32):
    scf.yield %p : i32
  }
  return %r : i32
}

func.func @parallel(%lb: index, %ub: index, %st: index, %f: f32) -> (f32, f32) {
  scf.parallel (%i) = (%lb) to (%ub) step (%st) {
    "test.use"(%i) : (index) -> ()
    scf.reduce
  }
  %r:2 = scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%st, %st) init (%f, %f) -> (f32, f32) {
    %v = "test.load"(%i) : (index) -> f32
    %w = "test.load"(%j) : (index) -> f32
    scf.reduce(%v, %w : f32, f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%l: f32, %r: f32):
      %s = arith.mulf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  return %r#0, %r#1 : f32, f32
}

func.func @forall(%n: index) {
  scf.forall (%i, %j) in (%n, 4) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i) = (1) to (%n) step (2) {
    "test.use"(%i) : (index) -> ()
  }
  return
}

func.func @index_switch(%i: index, %c: i1) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 {
    %1 = arith.constant 10 : i32
    scf.yield %1 : i32
  }
  case 5 {
    %q = scf.if %c -> i32 {
      %1 = "test.b"() : () -> i32
      scf.yield %1 : i32
    } else {
      %1 = "test.c"() : () -> i32
      scf.yield %1 : i32
    }
    scf.yield %q : i32
  }
  default {
    %1 = arith.constant 30 : i32
    scf.yield %1 : i32
  }
  scf.index_switch %i
  default {
    "test.x"() : () -> ()
  }
  return %r : i32
}

func.func @execute_region(%c: i1) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    %x = "test.b"() : () -> i32
    scf.yield %x : i32
  ^b:
    %y = "test.c"() : () -> i32
    scf.yield %y : i32
  }
  scf.execute_region {
    "test.z"() : () -> ()
    scf.yield
  }
  return %r : i32
}
