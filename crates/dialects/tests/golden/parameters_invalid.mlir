// What is said of parameters of types and attributes that cannot be read.

// expected-error @+2 {{expected non-function type}}
// expected-error @+1 {{failed to parse async value type}}
func.func private @value() -> !async.value<zzz>

// -----

// expected-error @+2 {{expected '<'}}
// expected-error @+1 {{failed to parse async value type}}
func.func private @value() -> !async.value

// -----

// expected-error @+1 {{unbalanced '<' character in pretty dialect name}}
func.func private @unbalanced() -> !async.value<i32

// -----

// expected-error @+1 {{unknown gpu type: zzz}}
func.func private @gpu() -> !gpu.zzz

// -----

func.func @flags(%a: f32) {
  // expected-error @+2 {{custom op 'arith.addf' expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  // expected-error @+1 {{custom op 'arith.addf' failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`}}
  %0 = arith.addf %a, %a fastmath<nnan,zzz> : f32
  return
}

// -----

func.func @no_flags(%a: f32) {
  // expected-error @+2 {{custom op 'math.sin' expected valid keyword or string}}
  // expected-error @+1 {{custom op 'math.sin' failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`}}
  %0 = math.sin %a fastmath<> : f32
  return
}

// -----

func.func @kind(%a: vector<4xf32>) {
  // expected-error @+2 {{custom op 'vector.reduction' expected ::mlir::vector::CombiningKind to be one of: add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, maximumf, minimumf}}
  // expected-error @+1 {{custom op 'vector.reduction' failed to parse Vector_CombiningKindAttr parameter 'value' which is to be a `::mlir::vector::CombiningKind`}}
  %0 = vector.reduction <zzz>, %a : vector<4xf32> into f32
  return
}

// -----

func.func @relation(%a: index) {
  // expected-error @+2 {{custom op 'index.cmp' expected ::mlir::index::IndexCmpPredicate to be one of: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge}}
  // expected-error @+1 {{custom op 'index.cmp' failed to parse IndexCmpPredicateAttr parameter 'value' which is to be a `::mlir::index::IndexCmpPredicate`}}
  %0 = index.cmp zzz(%a, %a)
  return
}

// -----

// expected-error @+2 {{expected ::mlir::gpu::MappingId to be one of: x, y, z, linear_dim_0,}}
// expected-error @+1 {{failed to parse GPULaneMappingAttr parameter 'lane' which is to be a `::mlir::gpu::MappingId`}}
"test.op"() {x = #gpu.lane<zzz>} : () -> ()

// -----

// expected-error @+2 {{expected one of [external, available_externally, linkonce, linkonce_odr, weak, weak_odr, appending, internal, private, extern_weak, common] for LLVM linkage types, got: zzz}}
// expected-error @+1 {{failed to parse LinkageAttr parameter 'linkage' which is to be a `linkage::Linkage`}}
"test.op"() {x = #llvm.linkage<zzz>} : () -> ()

// -----

// expected-error @+2 {{expected keyword for Tail Call Kind}}
// expected-error @+1 {{failed to parse TailCallKindAttr parameter 'tailCallKind' which is to be a `TailCallKind`}}
"test.op"() {x = #llvm.tailcallkind<>} : () -> ()

// -----

// expected-error @+2 {{expected valid keyword}}
// expected-error @+1 {{expected a parameter name in struct}}
"test.op"() {x = #llvm.access_group<>} : () -> ()

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: zzz}}
"test.op"() {x = #llvm.memory_effects<zzz = none>} : () -> ()

// -----

// expected-error @+1 {{expected ','}}
"test.op"() {x = #llvm.memory_effects<other = none>} : () -> ()

// -----

// expected-error @+1 {{struct is missing required parameter: domain}}
"test.op"() {x = #llvm.alias_scope<id = distinct[0]<>>} : () -> ()

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse LLVM_AccessGroupAttr parameter 'id' which is to be a `DistinctAttr`}}
"test.op"() {x = #llvm.access_group<id = 5>} : () -> ()

// -----

// expected-error @+3 {{expected attribute value}}
// expected-error @+2 {{failed to parse LoopVectorizeAttr parameter 'width' which is to be a `IntegerAttr`}}
// expected-error @+1 {{failed to parse LoopAnnotationAttr parameter 'vectorize' which is to be a `LoopVectorizeAttr`}}
"test.op"() {x = #llvm.loop_annotation<vectorize = <width = zzz>>} : () -> ()

// -----

// expected-error @+2 {{expected '<'}}
// expected-error @+1 {{failed to parse LLVM_TBAATypeDescriptorAttr parameter 'members' which is to be a `::llvm::ArrayRef<TBAAMemberAttr>`}}
"test.op"() {x = #llvm.tbaa_type_desc<id = "a", members = {}>} : () -> ()

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed to parse LLVMPointerType parameter 'addressSpace' which is to be a `unsigned`}}
func.func private @pointer() -> !llvm.ptr<zzz>

// -----

// expected-error @+1 {{unknown LLVM type: zzz}}
func.func private @array() -> !llvm.array<4 x zzz>

// -----

// expected-error @+2 {{unknown LLVM type: zzz}}
// expected-error @+1 {{failed to parse parameter list for target extension type}}
func.func private @target() -> !llvm.target<"a", zzz>

// -----

// expected-error @+1 {{invalid kind of type specified: expected builtin.integer, but found 'f32'}}
"test.op"() {x = #llvm.constant_range<f32, 0, 10>} : () -> ()

// -----

// expected-error @+2 {{integer value too large}}
// expected-error @+1 {{failed to parse LLVM_DereferenceableAttr parameter 'mayBeNull' which is to be a `bool`}}
"test.op"() {x = #llvm.dereferenceable<bytes = 4, mayBeNull = 5>} : () -> ()

// -----

// expected-error @+2 {{integer value too large}}
// expected-error @+1 {{failed to parse LLVM_DereferenceableAttr parameter 'bytes' which is to be a `uint64_t`}}
"test.op"() {x = #llvm.dereferenceable<bytes = 18446744073709551616>} : () -> ()

// -----

// expected-error @+2 {{expected one of [none, nsw, nuw] for LLVM integer overflow flags, got: zzz}}
// expected-error @+1 {{failed to parse LLVM_IntegerOverflowFlagsAttr parameter 'value' which is to be a `::mlir::LLVM::IntegerOverflowFlags`}}
"test.op"() {x = #llvm.overflow<nsw, zzz>} : () -> ()

// -----

// expected-error @+2 {{expected one of [none, "non-leaf"non-leaf, all, reserved, "non-leaf-no-reserve"non-leaf-no-reserve] for LLVM FramePointerKind, got: zzz}}
// expected-error @+1 {{failed to parse FramePointerKindAttr parameter 'framePointerKind' which is to be a `framePointerKind::FramePointerKind`}}
"test.op"() {x = #llvm.framePointerKind<zzz>} : () -> ()

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse LoopAnnotationAttr parameter 'startLoc' which is to be a `FusedLoc`}}
"test.op"() {x = #llvm.loop_annotation<startLoc = loc("x")>} : () -> ()

// -----

// expected-error @+1 {{id of an alias scope must be a StringAttr or a DistrinctAttr}}
"test.op"() {x = #llvm.alias_scope<id = 5, domain = <id = "a">>} : () -> ()

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse LLVM_VecTypeHintAttr parameter 'hint' which is to be a `TypeAttr`}}
"test.op"() {x = #llvm.vec_type_hint<hint = 5>} : () -> ()

// -----

// expected-error @+1 {{expected valid keyword}}
"test.op"() {x = #index<>} : () -> ()

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @no_name() -> !async<>

// -----

// expected-error @+1 {{failed to parse parameter list for target extension type}}
func.func private @type_behind_number() -> !llvm.target<"a", 5, i32>

// -----

// What stands behind white space is no part of a type, be the type new or known.
// expected-error @+1 {{expected ')'}}
func.func private @apart(!async.value <i32>)

// -----

// expected-error @+1 {{expected ')'}}
func.func private @known_apart(!llvm.ptr, !llvm.ptr, !llvm.ptr <1>)

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
func.func private @attribute_apart() attributes {a = #arith.fastmath <fast>}

// -----

// A known name at the start of another one.
// expected-error @+1 {{unknown  type `tokens` in dialect `async`}}
func.func private @longer(!async.token, !async.tokens)
