// RUN: -convert-vector-to-llvm -convert-arith-to-llvm -finalize-memref-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Updates of memory by ops of arith, which have to be lowered before the update is.
func.func @main() {
  %c3 = arith.constant 3 : index
  %five = arith.constant 5 : i32
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<16xi32>
  memref.store %five, %m[%c3] : memref<16xi32>
  %before = memref.generic_atomic_rmw %m[%c3] : memref<16xi32> {
  ^bb0(%current: i32):
    %product = arith.muli %current, %seven : i32
    %next = arith.subi %product, %five : i32
    memref.atomic_yield %next : i32
  }
  %after = memref.load %m[%c3] : memref<16xi32>
  vector.print %before : i32
  vector.print %after : i32
  memref.dealloc %m : memref<16xi32>
  return
}
