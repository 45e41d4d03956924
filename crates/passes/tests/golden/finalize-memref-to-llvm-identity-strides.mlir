// RUN: --finalize-memref-to-llvm

// A stride of one is the identity.
func.func @stride_of_one(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %heap = memref.alloc(%n) : memref<?xf32, strided<[1]>>
  %stack = memref.alloca() : memref<4xf32, strided<[1]>>
  memref.copy %heap, %stack : memref<?xf32, strided<[1]>> to memref<4xf32, strided<[1]>>
  %x = memref.load %heap[%c0] : memref<?xf32, strided<[1]>>
  memref.dealloc %heap : memref<?xf32, strided<[1]>>
  return %x : f32
}
