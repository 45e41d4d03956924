// RUN: -convert-vector-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -reconcile-unrealized-casts
// Functions of inner modules are none of the program's, even if they have the same names.
module @inner {
  func.func @main() {
    %0 = arith.constant 1 : i32
    vector.print %0 : i32
    return
  }
}

func.func @main() {
  %0 = arith.constant 42 : i32
  vector.print %0 : i32
  return
}
