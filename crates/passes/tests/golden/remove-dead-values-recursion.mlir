// RUN: --remove-dead-values
// Unlike MLIR: it crashes.

func.func private @use(i32)

// Recursion needs nothing by itself.
func.func private @turns(%x: i32, %n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.subi %n, %c1 : i32
  %1 = arith.muli %x, %n : i32
  %2 = arith.cmpi sgt, %0, %c1 : i32
  %3 = scf.if %2 -> i32 {
    %4 = func.call @turns(%1, %0) : (i32, i32) -> i32
    scf.yield %4 : i32
  } else {
    func.call @use(%n) : (i32) -> ()
    scf.yield %x : i32
  }
  return %3 : i32
}
func.func @start(%a: i32) {
  %0 = call @turns(%a, %a) : (i32, i32) -> i32
  return
}
