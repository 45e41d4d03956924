// RUN: --finalize-memref-to-llvm
// Unlike MLIR: floats are compared as integers; it makes a compare-and-exchange of floats, which is not valid.

func.func @update(%memory: memref<4xf32>, %i: index, %factor: f32) -> f32 {
  %before = memref.generic_atomic_rmw %memory[%i] : memref<4xf32> {
  ^bb0(%current: f32):
    %next = llvm.fmul %current, %factor : f32
    memref.atomic_yield %next : f32
  }
  return %before : f32
}
