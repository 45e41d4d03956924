// Flags of a module.

llvm.module_flags []

llvm.module_flags [
  #llvm.mlir.module_flag<error, "wchar_size", 4 : i32>,
  #llvm.mlir.module_flag<max, "PIC Level", 2 : i64>,
  #llvm.mlir.module_flag<override, "probe", "inline">,
  #llvm.mlir.module_flag<append_unique, "true", true>,
  #llvm.mlir.module_flag<append, "CG Profile", [
    #llvm.cgprofile_entry<count = 18446744073709551615>,
    #llvm.cgprofile_entry<to = @b, from = @a, count = 7>
  ]>,
  #llvm.mlir.module_flag<warning, "ProfileSummary",
    #llvm.profile_summary<
      format = CSInstrProf, total_count = 10, max_count = 9, max_internal_count = 8, max_function_count = 7,
      num_counts = 6, num_functions = 5, is_partial_profile = 1, partial_profile_ratio = 5.000000e-01 : f64,
      detailed_summary = <cut_off = 1, min_count = 2, num_counts = 3>, <cut_off = 4, min_count = 5, num_counts = 6>
    >>
] {note}

llvm.func @a()
llvm.func @b()
