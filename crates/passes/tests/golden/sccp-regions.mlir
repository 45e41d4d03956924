// RUN: builtin.module(sccp)

func.func @if(%c: i1) -> (i32, i32) {
  %true = arith.constant true
  %a = scf.if %true -> i32 {
    %1 = arith.constant 1 : i32
    scf.yield %1 : i32
  } else {
    %2 = arith.constant 2 : i32
    scf.yield %2 : i32
  }
  %b = scf.if %c -> i32 {
    "test.effect"() : () -> ()
    scf.yield %a : i32
  } else {
    %1 = arith.constant 1 : i32
    scf.yield %1 : i32
  }
  return %a, %b : i32, i32
}

func.func @index_switch() -> i32 {
  %2 = arith.constant 2 : index
  %r = scf.index_switch %2 -> i32
  case 1 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 2 {
    %b = arith.constant 20 : i32
    scf.yield %b : i32
  }
  default {
    %c = arith.constant 30 : i32
    scf.yield %c : i32
  }
  return %r : i32
}

func.func @for(%n: index) -> (i32, i32) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %a = arith.constant 5 : i32
  %r:2 = scf.for %i = %0 to %n step %1 iter_args(%same = %a, %sum = %a) -> (i32, i32) {
    %next = arith.addi %sum, %same : i32
    scf.yield %same, %next : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// The loop ends at once.
func.func @while() -> i32 {
  %false = arith.constant false
  %a = arith.constant 5 : i32
  %r = scf.while (%x = %a) : (i32) -> i32 {
    scf.condition(%false) %x : i32
  } do {
  ^body(%x: i32):
    %y = "test.change"(%x) : (i32) -> i32
    scf.yield %y : i32
  }
  return %r : i32
}

// The numbers of iterations are known.
func.func @affine_for() -> (i32, i32) {
  %a = arith.constant 3 : i32
  %none = affine.for %i = 5 to 0 iter_args(%x = %a) -> i32 {
    %b = arith.constant 4 : i32
    affine.yield %b : i32
  }
  %once = affine.for %i = 0 to 1 iter_args(%x = %a) -> i32 {
    %y = arith.addi %x, %a : i32
    affine.yield %y : i32
  }
  return %none, %once : i32, i32
}

func.func @execute_region() -> (i32, i32) {
  %true = arith.constant true
  %a = scf.execute_region -> i32 {
    cf.cond_br %true, ^one, ^other
  ^one:
    %1 = arith.constant 1 : i32
    scf.yield %1 : i32
  ^other:
    %2 = arith.constant 2 : i32
    scf.yield %2 : i32
  }
  %b = scf.execute_region -> i32 {
    llvm.unreachable
  }
  return %a, %b : i32, i32
}

// What a task yields is known, but not the value that it becomes.
func.func @execute() -> i32 {
  %3 = arith.constant 3 : i32
  %token, %value = async.execute -> !async.value<i32> {
    %sum = arith.addi %3, %3 : i32
    async.yield %sum : i32
  }
  %r = async.await %value : !async.value<i32>
  return %r : i32
}

// Constants of regions of unknown ops stay in them.
func.func @unknown() -> i32 {
  %r = "test.region"() ({
  ^entry(%x: i32):
    %3 = arith.constant 3 : i32
    %6 = arith.addi %3, %3 : i32
    "test.yield"(%6) : (i32) -> ()
  }) : () -> i32
  return %r : i32
}
