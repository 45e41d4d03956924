// RUN: --remove-dead-values
// Unlike MLIR: where branches disagree about what is dead, it drops other operands than arguments, or none.

// MLIR's returns the other argument if the condition does not hold.
func.func @shifted(%c: i1, %a: i32, %b: i32, %m: memref<i32>) -> i32 {
  %0 = arith.addi %a, %b : i32
  memref.store %b, %m[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%0, %a, %b : i32, i32, i32)
^bb2:
  cf.br ^bb3(%b, %a, %0 : i32, i32, i32)
^bb3(%x: i32, %y: i32, %z: i32):
  return %y : i32
}

// MLIR refuses its output.
func.func @one(%c: i1, %a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.cond_br %c, ^bb1(%0 : i32), ^bb1(%a : i32)
^bb1(%x: i32):
  return %a : i32
}

// An argument is not dead because one block that passes something to it is never reached.
func.func @unreached(%a: i32) -> i32 {
  %false = arith.constant false
  %c3 = arith.constant 3 : i32
  cf.cond_br %false, ^bb1, ^bb2(%a : i32)
^bb1:
  %0 = arith.addi %c3, %a : i32
  cf.br ^bb2(%0 : i32)
^bb2(%x: i32):
  return %x : i32
}
