// RUN: builtin.module(func.func(sccp),builtin.module(sccp))

// Functions are looked at one by one, so nothing is known of calls.
func.func private @one() -> i32 {
  %1 = arith.constant 1 : i32
  %2 = arith.addi %1, %1 : i32
  return %2 : i32
}

func.func @calls() -> i32 {
  %a = call @one() : () -> i32
  return %a : i32
}

// A nested function of a nested module may be called from outside.
module @inner {
  func.func nested @seen(%x: i32) -> i32 {
    return %x : i32
  }
  func.func private @hidden(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @use() -> (i32, i32) {
    %1 = arith.constant 1 : i32
    %a = call @seen(%1) : (i32) -> i32
    %b = call @hidden(%1) : (i32) -> i32
    return %a, %b : i32, i32
  }
}
