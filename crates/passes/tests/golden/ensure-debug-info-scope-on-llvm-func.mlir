// RUN: --mlir-print-debuginfo --mlir-print-local-scope --ensure-debug-info-scope-on-llvm-func=emission-kind=Full
// Functions get subprograms, and code of other files and inlined code blocks of its files.

module {
  llvm.func @scope_other_file() {
    llvm.return loc("b.mlir":3:4)
  } loc("x/a.mlir":2:2)
  llvm.func @scope_declared() loc("/y.mlir":5:6)
  llvm.func @scope_unknown() {
    llvm.call @scope_declared() : () -> () loc(callsite("in"("z.mlir":10:11) at "x/a.mlir":7:8))
    llvm.call @scope_declared() : () -> () loc(callsite("z.mlir":10:11 at callsite("w.mlir":12:13 at "x/a.mlir":7:8)))
    llvm.return loc("b.mlir":3:4)
  } loc(unknown)
  module {
    llvm.func @scope_inlined_twice() {
      llvm.return loc(callsite(callsite("b.mlir":3:3 at "c.mlir":4:4) at "x/a.mlir":7:8))
    } loc("named"("x/a.mlir":1:2))
    llvm.func @scope_range() {
      llvm.return loc("n"("x/a.mlir":2:2 to 7:7))
    } loc(fused["x/a.mlir":2:2 to 4:4, "b.mlir":1:1])
    llvm.func @scope_call() {
      llvm.return loc(fused["x/a.mlir":2:2, "b.mlir":1:1])
    } loc(callsite("x/a.mlir":2:2 at "b.mlir":1:1))
  } loc(unknown)
} loc("mod.mlir":1:1)
