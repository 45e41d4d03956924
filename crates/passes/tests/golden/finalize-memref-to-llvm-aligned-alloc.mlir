// RUN: --finalize-memref-to-llvm=use-aligned-alloc=true

func.func @allocations(%n: index) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<5xf32>
  %2 = memref.alloc(%n) : memref<?xf32>
  %3 = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  %4 = memref.alloc() : memref<2xvector<3xf64>>
  memref.dealloc %0 : memref<4xf32>
  return
}
