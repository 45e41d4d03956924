// RUN: builtin.module(canonicalize)
// Constants are merged, and stand first in the order of their first use.
func.func @constants(%a: i32) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %c1, %a : i32
  %c2 = arith.constant 2 : i32
  %c1_0 = arith.constant 1 : i32
  %1 = arith.addi %c2, %c1_0 : i32
  %2 = arith.muli %1, %0 : i32
  %c7 = arith.constant 7 : i32
  %3 = arith.addi %2, %c7 : i32
  %4 = arith.addi %3, %c2 : i32
  return %4, %1, %c7 : i32, i32, i32
}
func.func @identities(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %c0, %a : i32
  %1 = arith.muli %c1, %0 : i32
  %2 = arith.subi %1, %c0 : i32
  %3 = arith.andi %2, %2 : i32
  return %3 : i32
}
func.func @dead(%a: i32, %m: memref<4xi32>, %i: index) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %a : i32
  %2 = memref.load %m[%i] : memref<4xi32>
  %3 = memref.alloc() : memref<4xi32>
  "test.keep"(%0) : (i32) -> ()
  return
}
func.func @branch(%a: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^bb1(%a : i32), ^bb2
^bb1(%0: i32):
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
^bb2:
  %2 = arith.constant 3 : i32
  return %2 : i32
}
func.func @loop(%n: index, %one: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %one {
    %c1 = arith.constant 1 : i32
    %c1_0 = arith.constant 1 : i32
    %0 = arith.addi %c1, %c1_0 : i32
    memref.store %0, %m[%i] : memref<?xi32>
  }
  return
}
func.func @unreachable(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %0 = arith.addi %a, %a : i32
  cf.br ^bb2(%0 : i32)
^bb2(%1: i32):
  cf.br ^bb1
}
func.func @dead_argument(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a, %a : i32, i32), ^bb2(%a : i32)
^bb1(%0: i32, %1: i32):
  "test.keep"() : () -> ()
  cf.br ^bb2(%1 : i32)
^bb2(%2: i32):
  "test.keep"() : () -> ()
  return %2 : i32
}
func.func @unknown_region(%a: i32) {
  %c1 = arith.constant 1 : i32
  "test.region"() ({
    %c1_0 = arith.constant 1 : i32
    %0 = arith.addi %c1_0, %a : i32
    "test.keep"(%0, %c1) : (i32, i32) -> ()
  }) : () -> ()
  return
}
func.func @if(%c: i1, %a: i32) -> i32 {
  %true = arith.constant true
  %0 = scf.if %true -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  scf.if %c {
  }
  return %0 : i32
}
// Constants of unreachable blocks count where constants are put in order; the blocks do not get in the way of merging.
func.func @unreachable_constants(%c: i1) -> (i32, i32) {
  "test.keep"() : () -> ()
  cf.br ^bb2
^bb1:
  %0 = arith.constant 5 : i32
  "test.keep"(%0) : (i32) -> ()
  cf.br ^bb2
^bb2:
  %1 = arith.constant 0 : i32
  "test.keep"() : () -> ()
  %2 = arith.constant 5 : i32
  return %1, %2 : i32, i32
}
