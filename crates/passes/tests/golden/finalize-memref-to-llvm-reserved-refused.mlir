// RUN: --finalize-memref-to-llvm
// The function that allocates is declared with another type.
llvm.func @malloc(f64)

func.func @f() -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  return %0 : memref<2xf32>
}
