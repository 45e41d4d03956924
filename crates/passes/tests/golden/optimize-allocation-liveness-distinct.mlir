// RUN: --optimize-allocation-liveness
// Unlike MLIR: the memory is freed behind the uses of its other name.

func.func @distinct(%other: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %memory = memref.alloc() : memref<4xf32>
  %objects:2 = memref.distinct_objects %memory, %other : memref<4xf32>, memref<4xf32>
  memref.store %x, %objects#0[%i] : memref<4xf32>
  %y = arith.addf %x, %x : f32
  memref.dealloc %memory : memref<4xf32>
  return %y : f32
}
