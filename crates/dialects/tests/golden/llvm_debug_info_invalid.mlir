// Wrong debug information.

// expected-error @+2 {{invalid debug info debug info tag name: DW_TAG_foo}}
// expected-error @+1 {{failed to parse LLVM_DIBasicTypeAttr parameter 'tag' which is to be a `unsigned`}}
#a = #llvm.di_basic_type<tag = DW_TAG_foo, name = "a">

// -----

// expected-error @+2 {{expected valid keyword}}
// expected-error @+1 {{failed to parse LLVM_DIBasicTypeAttr parameter 'encoding' which is to be a `unsigned`}}
#a = #llvm.di_basic_type<name = "a", encoding = "x">

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse LLVM_DIBasicTypeAttr parameter 'name' which is to be a `StringAttr`}}
#a = #llvm.di_basic_type<name = 3>

// -----

// expected-error @+3 {{invalid debug info debug info operation encoding name: DW_OP_foo}}
// expected-error @+2 {{failed to parse LLVM_DIExpressionElemAttr parameter 'opcode' which is to be a `unsigned`}}
// expected-error @+1 {{failed to parse LLVM_DIExpressionAttr parameter 'operations' which is to be a `::llvm::ArrayRef<DIExpressionElemAttr>`}}
#a = #llvm.di_expression<[DW_OP_foo(1)]>

// -----

// expected-error @+2 {{encountered unknown attribute encoding "DW_ATE_foo"}}
// expected-error @+1 {{failed to parse LLVM_DIExpressionAttr parameter 'operations' which is to be a `::llvm::ArrayRef<DIExpressionElemAttr>`}}
#a = #llvm.di_expression<[DW_OP_LLVM_convert(32, DW_ATE_foo)]>

// -----

// expected-error @+3 {{expected integer value}}
// expected-error @+2 {{expected integer operand}}
// expected-error @+1 {{failed to parse LLVM_DIExpressionAttr parameter 'operations' which is to be a `::llvm::ArrayRef<DIExpressionElemAttr>`}}
#a = #llvm.di_expression<[DW_OP_constu()]>

// -----

// expected-error @+1 {{expected 'in'}}
#a = #llvm.di_file<"a" "b">

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse LLVM_DIFileAttr parameter 'directory' which is to be a `StringAttr`}}
#a = #llvm.di_file<"a" in 3>

// -----

// expected-error @+2 {{expected one of [None, Full, LineTablesOnly, DebugDirectivesOnly] for LLVM debug emission kind, got: Most}}
// expected-error @+1 {{failed to parse LLVM_DICompileUnitAttr parameter 'emissionKind' which is to be a `DIEmissionKind`}}
#a = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = <"a" in "b">, isOptimized = true, emissionKind = Most>

// -----

// expected-error @+2 {{for LLVM DI flags, got: Vector|Foo}}
// expected-error @+1 {{failed to parse LLVM_DICompositeTypeAttr parameter 'flags' which is to be a `DIFlags`}}
#a = #llvm.di_composite_type<flags = "Vector|Foo">

// -----

// expected-error @+2 {{for LLVM DI flags, got: Vector|Zero}}
// expected-error @+1 {{failed to parse LLVM_DICompositeTypeAttr parameter 'flags' which is to be a `DIFlags`}}
#a = #llvm.di_composite_type<flags = "Vector|Zero">

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse LLVM_DICompositeTypeAttr parameter 'scope' which is to be a `DIScopeAttr`}}
#a = #llvm.di_composite_type<scope = #llvm.di_null_type>

// -----

// expected-error @+2 {{integer value too large}}
// expected-error @+1 {{failed to parse LLVM_DICompositeTypeAttr parameter 'line' which is to be a `uint32_t`}}
#a = #llvm.di_composite_type<line = 4294967296>

// -----

llvm.func @f(%a: !llvm.ptr) {
  // expected-error @+1 {{custom op 'llvm.intr.dbg.declare' invalid kind of attribute specified}}
  llvm.intr.dbg.declare #llvm.di_file<"a" in "b"> = %a : !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.intr.dbg.declare' op operand #0 must be LLVM pointer type, but got 'i32'}}
  llvm.intr.dbg.declare #llvm.di_local_variable<scope = #llvm.di_file<"a" in "b">, name = "x"> = %a : i32
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.mlir.global' op attribute 'dbg_exprs' failed to satisfy constraint: an array of variable expressions}}
llvm.mlir.global external @a() {dbg_exprs = [3]} : i32

// -----

// expected-error @+1 {{'llvm.module_flags' op expected a module flag attribute}}
llvm.module_flags [3]

// -----

scf.execute_region {
  // expected-error @+1 {{'llvm.module_flags' op must appear at the module level}}
  llvm.module_flags []
  scf.yield
}

// -----

// expected-error @+1 {{only integer and string values are currently supported for unknown key '"a"'}}
llvm.module_flags [#llvm.mlir.module_flag<error, "a", [3]>]

// -----

// expected-error @+1 {{'CG Profile' key expects an array of '#llvm.cgprofile_entry'}}
llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", [3]>]

// -----

// expected-error @+1 {{'ProfileSummary' key expects a '#llvm.profile_summary' attribute}}
llvm.module_flags [#llvm.mlir.module_flag<append, "ProfileSummary", 3>]

// -----

// expected-error @+2 {{for LLVM Module Flag Behavior, got: foo}}
// expected-error @+1 {{failed to parse ModuleFlagAttr parameter 'behavior' which is to be a `ModFlagBehavior`}}
llvm.module_flags [#llvm.mlir.module_flag<foo, "a", 4 : i32>]

// -----

// expected-error @+1 {{integer literal not valid for specified type}}
llvm.module_flags 3

// -----

// expected-error @+1 {{custom op 'llvm.module_flags' invalid kind of attribute specified}}
llvm.module_flags {a = 1}
