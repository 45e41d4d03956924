// RUN: --finalize-memref-to-llvm=use-generic-functions=true

func.func @heap() {
  %0 = memref.alloc() : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}
