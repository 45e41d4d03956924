// Wrong descriptions of the target.

// expected-error @+1 {{repeated DLTI key: i32}}
"test.op"() {a = #dlti.dl_spec<i32 = 1, i32 = 2>} : () -> ()

// -----

// expected-error @+1 {{repeated DLTI key: "a"}}
"test.op"() {a = #dlti.map<"a" = 1, "a" = 2>} : () -> ()

// -----

// expected-error @+1 {{empty string as DLTI key is not allowed}}
"test.op"() {a = #dlti.dl_spec<"" = 1>} : () -> ()

// -----

// expected-error @+1 {{no DLTI entries provided}}
"test.op"() {a = #dlti.target_device_spec<>} : () -> ()

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
"test.op"() {a = #dlti.target_device_spec<i32 = 1>} : () -> ()

// -----

// expected-error @+1 {{value associated with key "CPU" is not a DLTI device spec}}
"test.op"() {a = #dlti.target_system_spec<"CPU" = 3>} : () -> ()

// -----

// expected-error @+1 {{expected '='}}
"test.op"() {a = #dlti.dl_spec<"a" 1>} : () -> ()

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
"test.op"() {a = #dlti.dl_spec<5 = 1>} : () -> ()

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
"test.op"() {a = #dlti.dl_spec<#dlti.map<"a" = 1>>} : () -> ()

// -----

// expected-error @+1 {{attribute 'dlti.foo' not supported by dialect}}
"test.op"() {dlti.foo = 1} : () -> ()

// -----

// expected-error @+1 {{'dlti.map' is expected to be a #dlti.map attribute}}
"test.op"() {dlti.map = 1} : () -> ()

// -----

// expected-error @+1 {{'dlti.dl_spec' is expected to be a #dlti.dl_spec attribute}}
module attributes {dlti.dl_spec = 1} {}

// -----

// expected-error @+1 {{expected a dense i64 elements attribute in the data layout entry #dlti.dl_entry<i32, 8 : i64>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = 8>} {}

// -----

// expected-error @+1 {{expected 1 or 2 elements in the data layout entry #dlti.dl_entry<i32, dense<3> : vector<3xi64>>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<3> : vector<3xi64>>} {}

// -----

// expected-error @+1 {{preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry #dlti.dl_entry<f32, dense<[32, 16]> : vector<2xi64>>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<f32 = dense<[32, 16]> : vector<2xi64>>} {}

// -----

// expected-error @+1 {{expected integer attribute in the data layout entry for 'index'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = "x">} {}

// -----

// expected-error @+1 {{unexpected data layout for a built-in type}}
module attributes {dlti.dl_spec = #dlti.dl_spec<memref<2xf32> = 3>} {}

// -----

// expected-error @+1 {{data layout specified for a type that does not support it}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!async.token = 3>} {}

// -----

// expected-error @+1 {{expected layout attribute for '!llvm.ptr<1>' to be a dense integer elements attribute with 3 or 4 elements}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<1> = dense<32> : vector<1000000000000xi64>>} {}

// -----

// expected-error @+1 {{expected i64 parameters for '!llvm.ptr'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<64> : vector<3xi32>>} {}

// -----

// expected-error @+1 {{preferred alignment is expected to be at least as large as ABI alignment}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<[64, 64, 32]> : vector<3xi64>>} {}

// -----

// expected-error @+1 {{expected layout attribute for '!llvm.struct<(i32)>' to be a dense integer elements attribute of 1 or 2 elements}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<(i32)> = 3>} {}

// -----

// expected-error @+1 {{unexpected layout attribute for struct '!llvm.struct<(i32)>'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<(i32)> = dense<[8, 16]> : vector<2xi64>>} {}

// -----

// expected-error @+1 {{expected i64 entries for '!llvm.struct<()>'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[8, 16]> : vector<2xi32>>} {}

// -----

// expected-error @+1 {{preferred alignment is expected to be at least as large as ABI alignment}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.struct<()> = dense<[16, 8]> : vector<2xi64>>} {}

// -----

// expected-error @+1 {{'dlti.endianness' data layout entry is expected to be either 'big' or 'little'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "mixed">} {}

// -----

// expected-error @+1 {{unknown data layout entry name: dlti.foo}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.foo" = 1>} {}

// -----

// expected-error @+1 {{the 'llvm' dialect does not support identifier data layout entries}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"llvm.foo" = 1, !llvm.ptr = dense<64> : vector<3xi64>>} {}
