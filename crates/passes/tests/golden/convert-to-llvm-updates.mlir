// RUN: --convert-to-llvm
// What computes an update is converted with it.
func.func @maximum(%m: memref<10xi32>, %i: index, %x: i32) -> i32 {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<10xi32> {
  ^bb0(%old: i32):
    %mask = arith.constant 7 : i32
    %1 = arith.maxsi %old, %x : i32
    %2 = math.ctpop %1 : i32
    %3 = arith.andi %2, %mask : i32
    memref.atomic_yield %3 : i32
  }
  return %0 : i32
}

func.func @two(%m: memref<10xi32>, %i: index) -> i32 {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<10xi32> {
  ^bb0(%old: i32):
    %1 = arith.addi %old, %old : i32
    memref.atomic_yield %1 : i32
  }
  %2 = memref.generic_atomic_rmw %m[%i] : memref<10xi32> {
  ^bb0(%old: i32):
    %3 = arith.index_cast %i : index to i32
    %4 = arith.muli %old, %0 : i32
    %5 = arith.subi %4, %3 : i32
    memref.atomic_yield %5 : i32
  }
  return %2 : i32
}

// The error function has no form in the llvm dialect.
func.func @waits(%m: memref<10xf32>, %i: index, %x: f32) -> f32 {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<10xf32> {
  ^bb0(%old: f32):
    %1 = math.erf %old : f32
    %2 = arith.addf %1, %x : f32
    memref.atomic_yield %2 : f32
  }
  return %0 : f32
}
