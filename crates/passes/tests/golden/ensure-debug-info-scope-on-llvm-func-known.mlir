// RUN: --mlir-print-debuginfo --mlir-print-local-scope --ensure-debug-info-scope-on-llvm-func
// The compile unit of the module and the subprograms that are there are used.

#file = #llvm.di_file<"mod.mlir" in "">
#unit = #llvm.di_compile_unit<id = distinct[7]<>, sourceLanguage = DW_LANG_C99, file = #file, producer = "other", isOptimized = false, emissionKind = Full>
#known = #llvm.di_subprogram<id = distinct[9]<>, compileUnit = #unit, scope = #file, name = "c", linkageName = "c", file = #file, line = 1, scopeLine = 1, subprogramFlags = "Definition|Optimized">
module {
  llvm.func @scope_known() {
    llvm.return loc("u.mlir":2:2)
  } loc(fused<#known>["a.mlir":2:2])
  llvm.func @scope_of_unit() {
    llvm.return loc("u.mlir":2:2)
  } loc("a.mlir":4:2)
} loc(fused<#unit>["mod.mlir":1:1])
