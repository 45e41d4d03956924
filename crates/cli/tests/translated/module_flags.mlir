// Flags of the module, and its data layout as the dlti dialect says it.

module attributes {
  llvm.ident = "some compiler",
  dlti.dl_spec = #dlti.dl_spec<
    i32 = dense<32> : vector<2xi64>, i128 = dense<[64, 128]> : vector<2xi64>, f80 = dense<128> : vector<1xi64>,
    index = 64, !llvm.ptr = dense<64> : vector<3xi64>, !llvm.ptr<3> = dense<[32, 8, 16, 32]> : vector<4xi64>,
    "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.alloca_memory_space" = 5 : ui64,
    "dlti.program_memory_space" = 0 : ui64, "dlti.global_memory_space" = 1 : ui64, "dlti.stack_alignment" = 128 : i64,
    "dlti.legal_int_widths" = array<i32: 8, 16>,
    "dlti.function_pointer_alignment" = #dlti.function_pointer_alignment<64, function_dependent = true>
  >
} {
  llvm.linker_options ["-lm"]
  llvm.module_flags [
    #llvm.mlir.module_flag<error, "wchar_size", 4 : i32>,
    #llvm.mlir.module_flag<max, "PIC Level", 2 : i64>,
    #llvm.mlir.module_flag<override, "probe", "in\22line">,
    #llvm.mlir.module_flag<append, "CG Profile", [
      #llvm.cgprofile_entry<count = 18446744073709551615>,
      #llvm.cgprofile_entry<to = @b, from = @a, count = 7>
    ]>,
    #llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>
  ]
  llvm.func @a() attributes {passthrough = [["allockind", "9"]], tune_cpu = "generic"} { llvm.return }
  llvm.func @b(i32) attributes {passthrough = [["allockind", "9"], ["allocsize", "4294967295"]], tune_cpu = "generic"}
}
