// What is known of the target.

module attributes {
  dlti.dl_spec = #dlti.dl_spec<
    i32 = dense<32> : vector<2xi64>, #dlti.dl_entry<f64, dense<[64, 128]> : vector<2xi64>>, f32 = dense<32> : vector<1xi64>,
    index = 64, !llvm.ptr = dense<64> : vector<4xi64>, !llvm.ptr<3> = dense<[32, 8, 16]> : vector<3xi64>,
    !llvm.struct<()> = dense<[8, 64]> : vector<2xi64>, !llvm.array<4 x i8> = "any",
    "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.alloca_memory_space" = 5 : ui64,
    "dlti.stack_alignment" = 128 : i64, "dlti.legal_int_widths" = array<i32: 8, 16>,
    "dlti.function_pointer_alignment" = #dlti.function_pointer_alignment<18446744073709551615, function_dependent = true>,
    "other.name" = unit, "plain" = [1]
  >,
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L1" = 4096 : ui32>,
    "GPU" = #dlti.target_device_spec<#dlti.dl_entry<"width", 64 : ui32>, "name" = "g">
  >
} {
  "test.op"() {
    empty = #dlti.dl_spec<>, no_map = #dlti.map<>, entry = #dlti.dl_entry<i8, "x">,
    map = #dlti.map<"a" = 1 : i32, i8 = #dlti.map<"b" = 2.0>>,
    not_checked = #dlti.dl_spec<i8 = "any value">
  } : () -> ()
  "test.layout"() {dlti.dl_spec = #dlti.dl_spec<i8 = 8>, dlti.map = #dlti.map<"a" = 1>} : () -> ()
}
