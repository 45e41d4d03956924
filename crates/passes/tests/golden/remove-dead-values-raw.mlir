// RUN: --remove-dead-values=canonicalize=false

func.func @loop(%n: index, %a: i32, %m: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %2 = arith.addi %x, %y : i32
    memref.store %x, %m[] : memref<i32>
    scf.yield %x, %2 : i32, i32
  }
  %1:2 = scf.index_switch %n -> i32, i32
  case 0 {
    scf.yield %0#0, %a : i32, i32
  }
  default {
    memref.store %0#0, %m[] : memref<i32>
    scf.yield %a, %0#1 : i32, i32
  }
  affine.for %i = 0 to 0 iter_args(%x = %a) -> (i32) {
    memref.store %x, %m[] : memref<i32>
    affine.yield %x : i32
  }
  return
}
