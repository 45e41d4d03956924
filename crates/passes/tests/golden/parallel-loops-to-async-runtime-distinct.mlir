// RUN: --parallel-loops-to-async-runtime
// Unlike MLIR: it has no such pass.

memref.global "private" constant @weights : memref<4xf32> = dense<1.0>

// Of arguments it is not known whether they overlap; what is allocated, or is a global variable, does not overlap with them.
func.func @some(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %sum = memref.alloc(%n) : memref<?xf32>
  %product = memref.alloca(%n) : memref<?xf32>
  %view = memref.cast %sum : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  %weights = memref.get_global @weights : memref<4xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = memref.load %b[%i] : memref<?xf32>
    %z = memref.load %view[%i] : memref<?xf32, strided<[?], offset: ?>>
    %k = arith.remui %i, %c2 : index
    %w = memref.load %weights[%k] : memref<4xf32>
    %0 = arith.addf %x, %y : f32
    %1 = arith.mulf %z, %w : f32
    memref.store %0, %sum[%i] : memref<?xf32>
    memref.store %1, %product[%i] : memref<?xf32>
    scf.reduce
  }
  memref.dealloc %sum : memref<?xf32>
  return
}

// Nothing is known of what a function gives.
func.func private @gives() -> memref<?xf32>
func.func @none(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = func.call @gives() : () -> memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = memref.load %c[%i] : memref<?xf32>
    %0 = arith.addf %x, %y : f32
    memref.store %0, %b[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
