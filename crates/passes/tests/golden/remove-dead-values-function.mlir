// RUN: builtin.module(func.func(remove-dead-values))
// Unlike MLIR: on a function alone, it knows of no callers, and takes none to need what the function returns.

func.func private @callee(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @caller(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  %1 = arith.muli %a, %a : i32
  %2 = call @callee(%0, %0) : (i32, i32) -> i32
  return %2 : i32
}
