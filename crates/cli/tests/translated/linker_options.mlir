// What a module says of itself and to linkers.

module attributes {llvm.ident = "a compiler", llvm.commandline = "compile -O2", llvm.dependent_libraries = ["first", "second"]} {
  llvm.linker_options ["-l", "m"]
  llvm.linker_options ["--as-needed"]
  llvm.func @f() attributes {passthrough = [["alignstack", "32"]]} {
    llvm.return
  }
}
