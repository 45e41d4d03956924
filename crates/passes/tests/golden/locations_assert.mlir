// RUN: --mlir-print-debuginfo --convert-cf-to-llvm

module {
  func.func @f(%c: i1) {
    cf.assert %c, "wrong" loc("assert")
    return
  }
} loc("module")
