// Functions, globals and constants.

llvm.func @declared(i32) -> i64
llvm.func @nothing()
llvm.func @open(...)
llvm.func extern_weak @weak(!llvm.ptr {llvm.nocapture, llvm.noundef}) -> (i32 {llvm.signext})
llvm.func hidden @hidden()
llvm.func protected local_unnamed_addr @protected()
llvm.func unnamed_addr fastcc @fast(f32) -> f32
llvm.func @attributes() attributes {dso_local, passthrough = ["nounwind", ["key", "value"]], sym_visibility = "private"}
llvm.func @more() attributes {frame_pointer = #llvm.framePointerKind<all>, no_inline, target_cpu = "x86-64", alignment = 16 : i64, section = ".text", garbageCollector = "shadow"}
llvm.func internal @defined(%x: i32 {llvm.noundef}, %y: i32) -> i32 attributes {uwtable_kind = #llvm.uwtableKind<sync>} {
  llvm.return %x : i32
}
llvm.func private coldcc @"odd name"() {
  llvm.return
}
llvm.func linkonce_odr @inline_me() comdat(@comdats::@any) {
  llvm.return
}
llvm.func @init() {
  llvm.return
}
llvm.comdat @comdats {
  llvm.comdat_selector @any any
  llvm.comdat_selector @largest largest
}
llvm.mlir.global internal constant @text("hello\0A\00") {addr_space = 0 : i32}
llvm.mlir.global external @number(42 : i32) : i32
llvm.mlir.global private unnamed_addr constant @float(1.5 : f64) {addr_space = 3 : i32, alignment = 8 : i64, dso_local} : f64
llvm.mlir.global thread_local @local() : i64
llvm.mlir.global common @common(0 : i32) : i32
llvm.mlir.global weak hidden @table(dense<[1, 2, 3]> : tensor<3xi32>) {section = "data"} : !llvm.array<3 x i32>
llvm.mlir.global linkonce_odr local_unnamed_addr @uninitialised() comdat(@comdats::@any) : !llvm.struct<(i32, ptr)>
llvm.mlir.global internal constant @computed() : !llvm.struct<(i32, ptr)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, ptr)>
  %1 = llvm.mlir.constant(7 : i32) : i32
  %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, ptr)>
  %3 = llvm.mlir.addressof @text : !llvm.ptr
  %4 = llvm.insertvalue %3, %2[1] : !llvm.struct<(i32, ptr)>
  llvm.return %4 : !llvm.struct<(i32, ptr)>
}
llvm.mlir.alias external @other : i32 {
  %0 = llvm.mlir.addressof @number : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.alias internal hidden unnamed_addr @another {dso_local} : i32 {
  %0 = llvm.mlir.addressof @number : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global_ctors ctors = [@init], priorities = [0 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@init], priorities = [65535 : i32], data = [#llvm.zero]
llvm.linker_options ["/DEFAULTLIB:", "libcmt"]

llvm.func @constants() {
  %0 = llvm.mlir.constant(42 : i32) : i32
  %1 = llvm.mlir.constant(true) : i1
  %2 = llvm.mlir.constant(7 : index) : i64
  %3 = llvm.mlir.constant(1.5 : f32) : f32
  %4 = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<4xi32>
  %5 = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xf32>) : vector<2xf32>
  %6 = llvm.mlir.constant("text") : !llvm.array<4 x i8>
  %7 = llvm.mlir.constant(dense<0> : tensor<2x3xi8>) : !llvm.array<2 x array<3 x i8>>
  %8 = llvm.mlir.constant(-1 : i64) {note} : i64
  %9 = llvm.mlir.zero : !llvm.ptr
  %10 = llvm.mlir.zero : !llvm.struct<(i32, ptr)>
  %11 = llvm.mlir.undef : vector<4xf32>
  %12 = llvm.mlir.poison : i32
  %13 = llvm.mlir.none : !llvm.token
  %14 = llvm.mlir.addressof @number : !llvm.ptr
  %15 = llvm.mlir.addressof @float : !llvm.ptr<3>
  %16 = llvm.mlir.addressof @declared : !llvm.ptr
  llvm.return
}

func.func private @types(!llvm.void, !llvm.ptr, !llvm.ptr<3>, !llvm.token, !llvm.label, !llvm.metadata, !llvm.ppc_fp128, !llvm.x86_amx, !llvm.array<4 x i8>, !llvm.array<2 x array<0 x ptr>>, !llvm.func<void ()>, !llvm.func<i32 (ptr, ...)>, !llvm.func<void (...)>, !llvm.struct<()>, !llvm.struct<(i32, ptr<1>, struct<(f32)>)>, !llvm.struct<packed (i8, i32)>, !llvm.struct<"named", (i32)>, !llvm.struct<"opaque", opaque>, !llvm.struct<"packed", packed (i8)>, !llvm.target<"spirv.Image", i32, 1, 2>, !llvm.target<"none">, !llvm.array<3 x vector<4xf32>>)

// Braces around nothing are those of a declaration.
llvm.func @braces() -> i32 { }
