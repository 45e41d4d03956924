// RUN: --mlir-print-debuginfo --mlir-print-local-scope --convert-cf-to-llvm

module {
  func.func @f(%c: i1) {
    cf.assert %c, "wrong" loc("assert")
    return
  }
} loc("module")
