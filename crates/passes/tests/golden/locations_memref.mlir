// RUN: --mlir-print-debuginfo --mlir-print-local-scope --finalize-memref-to-llvm

module {
  func.func @f(%n: index) {
    %m = memref.alloc(%n) : memref<?xf32> loc("alloc")
    memref.dealloc %m : memref<?xf32> loc("dealloc")
    return
  }
} loc("module")
