// RUN: --remove-dead-values
// Unlike MLIR: it leaves uses of what it removed without a value, and refuses its output.

func.func private @use(i32)

// A public function does not need what it is given.
func.func @public(%x: i32) {
  return
}
func.func @caller(%a: i32) {
  %0 = arith.addi %a, %a : i32
  call @public(%0) : (i32) -> ()
  return
}

// Calls and conditions that are never reached stay.
func.func private @never(%x: i32) -> i32 {
  func.call @use(%x) : (i32) -> ()
  return %x : i32
}
func.func private @no() -> i1 {
  %false = arith.constant false
  return %false : i1
}
func.func private @one() -> i32 {
  %c1 = arith.constant 1 : i32
  return %c1 : i32
}
func.func @unreached(%a: i32) {
  %no = call @no() : () -> i1
  %0 = call @one() : () -> i32
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  scf.if %no {
    func.call @use(%x) : (i32) -> ()
    %1 = func.call @one() : () -> i32
    func.call @use(%1) : (i32) -> ()
  }
  return
}
