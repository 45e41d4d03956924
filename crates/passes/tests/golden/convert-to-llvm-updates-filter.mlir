// RUN: builtin.module(convert-to-llvm{filter-dialects=memref,func})
// An update waits for what computes it.
func.func @waits(%m: memref<10xi32>, %i: index, %x: i32) -> i32 {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<10xi32> {
  ^bb0(%old: i32):
    %1 = arith.maxsi %old, %x : i32
    memref.atomic_yield %1 : i32
  }
  return %0 : i32
}
