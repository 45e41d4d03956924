// RUN: builtin.module(func.func(convert-bufferization-to-memref))

func.func @free_several(%a: memref<2xf32>, %b: memref<?xi8>, %c: i1) {
  // expected-error@below {{library function required for generic lowering, but cannot be automatically inserted when operating on functions}}
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<?xi8>) if (%c, %c)
  return
}
