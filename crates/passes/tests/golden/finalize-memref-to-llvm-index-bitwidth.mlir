// RUN: --finalize-memref-to-llvm=index-bitwidth=32
// The pointer that stands for no allocation has 64 bits.
memref.global "private" constant @table : memref<4xf32> = dense<1.0>

func.func @f() -> memref<4xf32> {
  %0 = memref.get_global @table : memref<4xf32>
  return %0 : memref<4xf32>
}
