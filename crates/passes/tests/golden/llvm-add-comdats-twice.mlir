// RUN: --llvm-add-comdats
// Unlike MLIR: a selector that is there is used, where MLIR makes a second one with the same name, and fails.
llvm.comdat @__llvm_comdat {
  llvm.comdat_selector @first any
}
llvm.func linkonce @first() comdat(@__llvm_comdat::@first) {
  llvm.return
}
llvm.func linkonce @second() {
  llvm.return
}
