// What LLVM would refuse later, refused with its place.

// expected-error @+1 {{alignment attribute is not a power of 2}}
llvm.mlir.global internal @g0(1 : i32) {alignment = 3 : i64} : i32

// -----

// expected-error @+1 {{'llvm.mlir.global' op initializer region cannot return void}}
llvm.mlir.global internal @g3() : i32 { llvm.return }

// -----

// expected-error @+1 {{ops with side effects not allowed in global initializers}}
llvm.mlir.global internal @g3() : !llvm.ptr { %0 = llvm.mlir.constant(1 : i32) : i32 %1 = llvm.alloca %0 x i32 : (i32) -> !llvm.ptr llvm.return %1 : !llvm.ptr }

// -----

// expected-error @+1 {{expected comdat symbol}}
llvm.mlir.global internal @g3() comdat(@c::@s) : i32

// -----

// expected-error @+1 {{custom op 'llvm.comdat_selector' expected string or keyword containing one of the following enum values for attribute 'comdat' [any, exactmatch, largest, nodeduplicate, samesize]}}
llvm.comdat @c { llvm.comdat_selector @s anny }

// -----

// expected-error @+1 {{'llvm.mlir.global' op must appear at the module level}}
llvm.comdat @c { llvm.mlir.global internal @x(1 : i32) : i32 }

// -----

// expected-error @+1 {{'llvm.mlir.global_ctors' op 'f' does not reference a valid LLVM function}}
llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @f()
// expected-error @+1 {{'llvm.mlir.global_ctors' op 'f' does not have a definition}}
llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @f() { llvm.return }
// expected-error @+1 {{data element must be symbol or #llvm.zero}}
llvm.mlir.global_dtors dtors = [@f], priorities = [0 : i32], data = [1 : i32]

// -----

// expected-error @+1 {{'llvm.mlir.alias' op initializer region must always return a pointer}}
llvm.mlir.alias external @a : i32 { %0 = llvm.mlir.constant(1 : i32) : i32 llvm.return %0 : i32 }

// -----

llvm.mlir.global external @g() : i32
// expected-error @+1 {{'llvm.mlir.alias' op 'appending' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally}}
llvm.mlir.alias appending @a : i32 { %0 = llvm.mlir.addressof @g : !llvm.ptr llvm.return %0 : !llvm.ptr }

// -----

// expected-error @+1 {{"llvm.align" attribute attached to non-pointer LLVM type}}
llvm.func @f(%a: i32 {llvm.align = 4 : i64})

// -----

// expected-error @+1 {{"llvm.noalias" should be a unit attribute}}
llvm.func @f(%a: i32 {llvm.noalias = 4 : i32})

// -----

// expected-error @+1 {{"llvm.byval" should be a type attribute}}
llvm.func @f(%a: !llvm.ptr {llvm.byval})

// -----

// expected-error @+1 {{"llvm.signext" attribute attached to non-integer LLVM type}}
llvm.func @f(%a: f32 {llvm.signext})

// -----

// expected-error @+1 {{"llvm.sret" is not a valid result attribute}}
llvm.func @f() -> (i32 {llvm.sret = i32})

// -----

// expected-error @+1 {{target features must start with '+' or '-'}}
llvm.func @f() attributes {target_features = #llvm.target_features<["a"]>}

// -----

// expected-error @+1 {{custom op 'llvm.func' expected valid '@'-identifier for symbol name}}
llvm.func hidden internal @f() { llvm.return }

// -----

// expected-error @+1 {{reference to an undefined block}}
llvm.func @f(%a: i32) { llvm.return ^bb1: llvm.br ^bb0 }

// -----

// expected-error @+1 {{'llvm.alloca' op operand #0 must be signless integer, but got 'f32'}}
llvm.func @f(%n: f32) { %0 = llvm.alloca %n x i32 : (f32) -> !llvm.ptr llvm.return }

// -----

// expected-error @+1 {{'llvm.load' op result #0 must be LLVM type with size, but got '!llvm.struct<"o", opaque>'}}
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.load %p : !llvm.ptr -> !llvm.struct<"o", opaque> llvm.return }

// -----

// expected-error @+1 {{'llvm.load' op unsupported type 'i7' for atomic access}}
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i7 llvm.return }

// -----

// expected-error @+1 {{custom op 'llvm.cmpxchg' 'val' must be signless integer or LLVM pointer type, but got 'f32'}}
llvm.func @f(%p: !llvm.ptr, %v: f32) { %0 = llvm.cmpxchg %p, %v, %v acq_rel monotonic : !llvm.ptr, f32 llvm.return }

// -----

// expected-error @+1 {{'llvm.getelementptr' op type 'i32' cannot be indexed (index #2)}}
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.getelementptr %p[0, 1, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)> llvm.return }

// -----

// expected-error @+1 {{expected SSA operand}}
llvm.func @f(%p: !llvm.ptr, %i: i32) { %0 = llvm.getelementptr %p[] : (!llvm.ptr) -> !llvm.ptr, i32 llvm.return }

// -----

// expected-error @+1 {{custom op 'llvm.getelementptr' integer value too large}}
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.getelementptr %p[3000000000] : (!llvm.ptr) -> !llvm.ptr, i32 llvm.return }

// -----

llvm.func @g(i32)
// expected-error @+1 {{'llvm.call' op expected var_callee_type to be a variadic function type}}
llvm.func @f(%v: i32) { llvm.call @g(%v) vararg(!llvm.func<void (i32)>) : (i32) -> () llvm.return }

// -----

llvm.mlir.global external @g() : i32
// expected-error @+1 {{'llvm.call' op 'g' does not reference a valid LLVM function or IFunc}}
llvm.func @f(%v: i32) { llvm.call @g(%v) : (i32) -> () llvm.return }

// -----

// expected-error @+1 {{'llvm.call' op 'nope' does not reference a symbol in the current scope}}
llvm.func @f(%v: i32) { llvm.call @nope(%v) : (i32) -> () llvm.return }

// -----

llvm.func @g(i32)
// expected-error @+1 {{first operation in unwind destination should be a llvm.landingpad operation}}
llvm.func @f(%v: i32) { llvm.invoke @g(%v) to ^bb1 unwind ^bb2 : (i32) -> ()
^bb1: llvm.return
^bb2: llvm.return }

// -----

llvm.func @g(i32)
llvm.func @f(%v: i32) { llvm.invoke @g(%v) to ^bb1 unwind ^bb2 : (i32) -> ()
^bb1: llvm.return
// expected-error @+1 {{llvm.landingpad needs to be in a function with a personality}}
^bb2: %0 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)> llvm.return }

// -----

llvm.func @p(...) -> i32
llvm.func @g(i32)
llvm.func @f(%v: i32) attributes {personality = @p} { llvm.invoke @g(%v) to ^bb1 unwind ^bb2 : (i32) -> ()
^bb1: llvm.return
// expected-error @+1 {{landingpad instruction expects at least one clause or cleanup attribute}}
^bb2: %0 = llvm.landingpad : !llvm.struct<(ptr, i32)> llvm.return }

// -----

// expected-error @+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
llvm.func @f(%v: i32) { llvm.switch %v : i32, ^bb1 [1: ^bb1] {branch_weights = array<i32: 1>}
^bb1: llvm.return }

// -----

// expected-error @+1 {{branch weights cannot all be zero}}
llvm.func @f(%v: i1) { llvm.cond_br %v weights([0, 0]), ^bb1, ^bb1
^bb1: llvm.return }

// -----

// expected-error @+1 {{custom op 'llvm.insertvalue' position out of bounds: 2}}
llvm.func @f(%s: !llvm.struct<(i32, f32)>, %v: i32) { %0 = llvm.insertvalue %v, %s[2] : !llvm.struct<(i32, f32)> llvm.return }

// -----

// expected-error @+1 {{custom op 'llvm.insertvalue' expected LLVM IR structure/array type, got: 'i32'}}
llvm.func @f(%s: !llvm.struct<(i32, f32)>, %v: i32) { %0 = llvm.insertvalue %v, %s[0, 0] : !llvm.struct<(i32, f32)> llvm.return }

// -----

// expected-error @+1 {{custom op 'llvm.extractvalue' position out of bounds: -1}}
llvm.func @f(%s: !llvm.array<2 x i32>, %v: i32) { %0 = llvm.extractvalue %s[-1] : !llvm.array<2 x i32> llvm.return }

// -----

// expected-error @+1 {{'llvm.addrspacecast' op operand #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'i32'}}
llvm.func @f(%p: i32) { %0 = llvm.addrspacecast %p : i32 to !llvm.ptr llvm.return }

// -----

// expected-error @+1 {{'llvm.bitcast' op operand #0 must be LLVM-compatible non-aggregate type, but got '!llvm.struct<(i32)>'}}
llvm.func @f(%p: !llvm.struct<(i32)>) { %0 = llvm.bitcast %p : !llvm.struct<(i32)> to i32 llvm.return }

// -----

// expected-error @+1 {{input type is an integer but output type is a vector}}
llvm.func @f(%p: i32) { %0 = llvm.zext nneg %p : i32 to vector<2xi64> llvm.return }

// -----

// expected-error @+1 {{'llvm.ptrtoint' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.ptrtoint %p : !llvm.ptr to f32 llvm.return }

// -----

// expected-error @+1 {{'llvm.sitofp' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'vector<2xf32>'}}
llvm.func @f(%p: vector<2xf32>) { %0 = llvm.sitofp %p : vector<2xf32> to vector<2xi32> llvm.return }

// -----

// expected-error @+1 {{'llvm.shufflevector' op expected a splat operation for scalable vectors}}
llvm.func @f(%a: vector<[4]xi32>) { %0 = llvm.shufflevector %a, %a [0, 1, 2, 3] : vector<[4]xi32> llvm.return }

// -----

// expected-error @+1 {{'llvm.shufflevector' op failed to verify that all of {v1, v2} have same type}}
llvm.func @f(%a: vector<4xi32>, %b: vector<3xi32>) { %0 = "llvm.shufflevector"(%a, %b) <{mask = array<i32: 0>}> : (vector<4xi32>, vector<3xi32>) -> vector<1xi32> llvm.return }

// -----

// expected-error @+1 {{'llvm.insertelement' op failed to verify that argument type matches vector element type}}
llvm.func @f(%a: vector<4xi32>, %i: i32, %v: f32) { %0 = "llvm.insertelement"(%a, %v, %i) : (vector<4xi32>, f32, i32) -> vector<4xi32> llvm.return }

// -----

// expected-error @+1 {{'llvm.select' op operand #0 must be 1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer, but got 'i32'}}
llvm.func @f(%a: i32, %b: i64) { %0 = llvm.select %a, %b, %b : i32, i64 llvm.return }

// -----

// expected-error @+1 {{'llvm.mlir.constant' op expected integer type of width 32}}
llvm.func @f(%a: i32) { %0 = llvm.mlir.constant(1.0 : f32) : i64 llvm.return }

// -----

// expected-error @+1 {{'llvm.mlir.constant' op type and attribute have a different number of elements: 3 vs. 2}}
llvm.func @f(%a: i32) { %0 = llvm.mlir.constant(dense<1> : vector<2xi32>) : !llvm.array<3 x i32> llvm.return }

// -----

// expected-error @+1 {{'llvm.mlir.constant' op struct element at index 0 is of wrong type}}
llvm.func @f(%a: i32) { %0 = llvm.mlir.constant([1, 2.0]) : !llvm.struct<(i32, f32)> llvm.return }

// -----

// expected-error @+1 {{'llvm.mlir.constant' op only supports integer, float, string or elements attributes}}
llvm.func @f(%a: i32) { %0 = llvm.mlir.constant(@f) : !llvm.ptr llvm.return }

// -----

// expected-error @+1 {{'llvm.mlir.undef' op result #0 must be LLVM dialect-compatible type, but got 'index'}}
llvm.func @f(%a: i32) { %0 = llvm.mlir.undef : index llvm.return }

// -----

llvm.mlir.global external @a() {addr_space = 1 : i32} : i32
// expected-error @+1 {{'llvm.mlir.addressof' op pointer address space must match address space of the referenced global or alias}}
llvm.func @f(%a: i32) { %0 = llvm.mlir.addressof @a : !llvm.ptr llvm.return }

// -----

// expected-error @+1 {{'llvm.mlir.global' op attribute 'addr_space' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
llvm.mlir.global external @a() {addr_space = -1 : i32} : i32

// -----

// expected-error @+1 {{'llvm.intr.masked.load' op operand #0 must be LLVM pointer type, but got 'vector<2xi1>'}}
llvm.func @f(%p: vector<2xi1>) { %0 = llvm.intr.masked.load %p, %p, %p {alignment = 3 : i32} : (vector<2xi1>, vector<2xi1>, vector<2xi1>) -> vector<2xi1> llvm.return }

// -----

// expected-error @+1 {{'llvm.unreachable' op must be the last operation in the parent block}}
llvm.func @f(%v: i32) { llvm.unreachable llvm.return }

// -----

// expected-error @+1 {{operation defines 2 results but was provided 1 to bind}}
llvm.func @f(%v: i32) { %0 = llvm.inline_asm "x", "y" %v : (i32) -> (i32, i32) llvm.return }

// -----

// expected-error @+1 {{custom op 'llvm.intr.ctlz' has no custom assembly form}}
llvm.func @f(%v: i32) { %0 = llvm.intr.ctlz(%v) <{is_zero_poison = 1 : i32}> : (i32) -> i32 llvm.return }

// -----

// expected-error @+1 {{'llvm.intr.bswap' op requires the same type for all operands and results}}
llvm.func @f(%v: i32) { %0 = "llvm.intr.bswap"(%v) : (i32) -> i64 llvm.return }

// -----

// expected-error @+1 {{"llvm.alignstack" should be an integer attribute}}
llvm.func @f(%a: i32 {llvm.alignstack})

// -----

// expected-error @+1 {{'llvm.func' op arguments may only have dialect attributes}}
llvm.func @f(%a: i32 {foo.noalias, bar = 1})

// -----

// expected-error @+1 {{'llvm.atomicrmw' op unexpected LLVM IR type for 'xchg' bin_op}}
llvm.func @f(%p: !llvm.ptr, %v: i7) { %0 = llvm.atomicrmw xchg %p, %v monotonic : !llvm.ptr, i7 llvm.return }

// -----

// expected-error @+1 {{custom op 'llvm.atomicrmw' 'val' must be floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector type, but got '!llvm.struct<(i32)>'}}
llvm.func @f(%p: !llvm.ptr, %v: !llvm.struct<(i32)>) { %0 = llvm.atomicrmw xchg %p, %v monotonic : !llvm.ptr, !llvm.struct<(i32)> llvm.return }

// -----

// expected-error @+1 {{'llvm.cmpxchg' op unexpected LLVM IR type}}
llvm.func @f(%p: !llvm.ptr, %v: i24) { %0 = llvm.cmpxchg %p, %v, %v acq_rel monotonic : !llvm.ptr, i24 llvm.return }

// -----

// expected-error @+1 {{'llvm.func' op results may only have dialect attributes}}
llvm.func @f() -> (i1 {foo})

// -----

// expected-error @+1 {{'llvm.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 0, but expected 1}}
"llvm.func"() <{function_type = !llvm.func<void (i32)>, sym_name = "x", arg_attrs = []}> ({}) : () -> ()

// -----

// expected-error @+1 {{use of undeclared SSA value name}}
llvm.func @f() { %0 = llvm.landingpad (catch %1 : i32) : i32 llvm.return }

// -----

llvm.func @p() -> i32
// expected-error @+1 {{clause #0 is not a known constant - null, addressof, bitcast}}
llvm.func @f(%x: i32) attributes {personality = @p} { %0 = llvm.landingpad (catch %x : i32) : i32 llvm.return }

// -----

// expected-error @+1 {{'llvm.mlir.global' op symbol's parent must have the SymbolTable trait}}
func.func @f() { llvm.mlir.global external @g() : i32 return }

// -----

llvm.mlir.global external @g() : i32
// expected-error @+1 {{'llvm.mlir.alias' op expects type to be a valid element type for an LLVM global alias}}
llvm.mlir.alias external @a : !llvm.void { %0 = llvm.mlir.addressof @g : !llvm.ptr llvm.return %0 : !llvm.ptr }

// -----

// expected-error @+1 {{ops with side effects are not allowed in alias initializers}}
llvm.mlir.alias external @a : i32 { %1 = llvm.mlir.constant(1 : i32) : i32 %0 = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr llvm.return %0 : !llvm.ptr }

// -----

// expected-error @+1 {{'llvm.mlir.alias' op region #0 ('initializer') failed to verify constraint: region with 1 blocks}}
llvm.mlir.alias external @a : i32 { }

// -----

// expected-error @+1 {{only comdat selector symbols can appear in a comdat region}}
llvm.comdat @c { llvm.func @t() }

// -----

// expected-error @+1 {{'llvm.mlir.global' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
llvm.mlir.global external @g() {alignment = 4 : i32} : i32

// -----

// expected-error @+1 {{target features can not contain ','}}
llvm.func @f() attributes {target_features = #llvm.target_features<["+a,-b"]>}

// -----

// expected-error @+1 {{target features can not be null or empty}}
llvm.func @f() attributes {target_features = #llvm.target_features<[""]>}

// -----

// expected-error @+1 {{expected '['}}
llvm.func @f() attributes {target_features = #llvm.target_features<"+">}

// -----

llvm.func @p(...) -> i32
llvm.func @g(i32)
// expected-error @+1 {{'llvm.landingpad' should have a consistent result type inside a function}}
llvm.func @f(%v: i32) attributes {personality = @p} { llvm.invoke @g(%v) to ^bb1 unwind ^bb2 : (i32) -> ()
^bb1: llvm.invoke @g(%v) to ^bb3 unwind ^bb4 : (i32) -> ()
^bb2: %0 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)> llvm.return
^bb3: llvm.return
^bb4: %1 = llvm.landingpad cleanup : !llvm.struct<(ptr, i64)> llvm.return }

// -----

// expected-error @+1 {{invalid kind of type specified: expected builtin.integer, but found 'f32'}}
llvm.func @f(%v: f32) { llvm.switch %v : f32, ^bb1 [1: ^bb1]
^bb1: llvm.return }

// -----

// expected-error @+1 {{expected one of [none, nsw, nuw] for LLVM integer overflow flags, got: wrap}}
llvm.func @f(%v: i32) { %0 = llvm.add %v, %v overflow<nsw, wrap> : i32 llvm.return }

// -----

// expected-error @+1 {{expected keyword for LLVM integer overflow flags}}
llvm.func @f(%v: i32) { %0 = llvm.add %v, %v overflow<nsw, 3> : i32 llvm.return }

// -----

llvm.func @f(%v: vector<4xf32>, %p: vector<[4]x!llvm.ptr<1>>, %m: vector<4xi1>) {
  // expected-error @+1 {{'llvm.intr.masked.scatter' op expected operand #2 type to be 'vector<4x!llvm.ptr<1>>'}}
  llvm.intr.masked.scatter %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<[4]x!llvm.ptr<1>>
  llvm.return
}

// -----

llvm.func @f(%p: vector<3x!llvm.ptr>, %m: vector<4xi1>) {
  // expected-error @+1 {{'llvm.intr.masked.gather' op expected operand #1 type to be 'vector<4x!llvm.ptr>'}}
  %0 = llvm.intr.masked.gather %p, %m {alignment = 4 : i32} : (vector<3x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
  llvm.return
}

// -----

llvm.func @f(%v: vector<[4]xi32>) {
  // expected-error @+1 {{'llvm.intr.vector.interleave2' op failed to verify that result has twice as many elements as 'vec1'}}
  %0 = "llvm.intr.vector.interleave2"(%v, %v) : (vector<[4]xi32>, vector<[4]xi32>) -> vector<8xi32>
  llvm.return
}

// -----

llvm.func @f(%v: f32) {
  // expected-error @+1 {{'llvm.intr.sincos' op expected result type to be an homogeneous struct with two elements matching the operand type, but got '!llvm.struct<(f32, f64)>'}}
  %0 = llvm.intr.sincos(%v) : (f32) -> !llvm.struct<(f32, f64)>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @+1 {{'llvm.module_flags' op must appear at the module level}}
  llvm.module_flags []
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @+1 {{'llvm.linker_options' op must appear at the module level}}
  llvm.linker_options ["-lm"]
  llvm.return
}

// -----

llvm.func @f(%c: i1, %p: !llvm.ptr, %n: i64) {
  // expected-error @+1 {{'llvm.intr.assume' op op_bundle_operands count (2) does not match with the total size (1) specified in attribute 'op_bundle_sizes'}}
  "llvm.intr.assume"(%c, %p, %n) <{op_bundle_sizes = array<i32: 1>, op_bundle_tags = ["align"]}> : (i1, !llvm.ptr, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%c: i1, %p: !llvm.ptr, %n: i64) {
  // expected-error @+1 {{expected 2 operand bundle tags, but actually got 1}}
  "llvm.intr.assume"(%c, %p, %n) <{op_bundle_sizes = array<i32: 1, 1>, op_bundle_tags = ["align"]}> : (i1, !llvm.ptr, i64) -> ()
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{'llvm.call_intrinsic' op 'op_bundle_sizes' attribute cannot have negative elements}}
  "llvm.call_intrinsic"(%a, %a) <{intrin = "llvm.x", op_bundle_sizes = array<i32: -1, 2>, op_bundle_tags = ["a", "b"], operandSegmentSizes = array<i32: 1, 1>}> : (i32, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %a: i32) {
  // expected-error @+1 {{operand bundle tag must be a StringAttr}}
  "llvm.call"(%p, %a) <{op_bundle_sizes = array<i32: 1>, op_bundle_tags = [3], operandSegmentSizes = array<i32: 1, 1>}> : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{expects number of case values to match number of case destinations}}
  "llvm.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<0> : tensor<4611686018427387904xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{integer value too large}}
  llvm.switch %a : i32, ^bb1 [9223372036854775808: ^bb1]
^bb1:
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @+1 {{symbol's parent must have the SymbolTable trait}}
  llvm.func @g() {
    llvm.return
  }
  llvm.return
}

// -----

llvm.func @f() {
  scf.execute_region {
    // expected-error @+1 {{symbol's parent must have the SymbolTable trait}}
    llvm.func @g()
    scf.yield
  }
  llvm.return
}

// -----

llvm.mlir.global private @g() : i32 {
  // expected-error @+1 {{symbol's parent must have the SymbolTable trait}}
  func.func private @f()
  %0 = llvm.mlir.zero : i32
  llvm.return %0 : i32
}

// -----

// expected-error @+1 {{external functions must have 'external' or 'extern_weak' linkage}}
llvm.func internal @f() { }

// -----

llvm.func @f() {
  // expected-error @+1 {{'llvm.call_intrinsic' op intrinsic name must start with 'llvm.'}}
  llvm.call_intrinsic "ctpop"() : () -> ()
  llvm.return
}
