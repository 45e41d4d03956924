// RUN: --finalize-memref-to-llvm
// A function of another dialect and a global have the names of functions that are to be declared.
func.func private @malloc(i64) -> !llvm.ptr
memref.global "private" constant @memrefCopy : memref<4xf32> = dense<1.0>

func.func @f(%n: index) -> !llvm.ptr {
  %0 = memref.alloc() : memref<10xf32>
  memref.dealloc %0 : memref<10xf32>
  %1 = arith.constant 4 : i64
  %2 = func.call @malloc(%1) : (i64) -> !llvm.ptr
  return %2 : !llvm.ptr
}
