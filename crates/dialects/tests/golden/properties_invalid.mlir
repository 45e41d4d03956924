func.func @none() {
  // expected-error @+1 {{invalid properties {more = 1 : i32} for op func.return: this operation does not support properties}}
  "func.return"() <{more = 1 : i32}> : () -> ()
}
// -----
func.func @none() {
  // expected-error @+1 {{invalid properties {} for op cf.br: this operation does not support properties}}
  "cf.br"()[^bb1] <{}> : () -> ()
^bb1:
  return
}

// -----

func.func @kind(%a: i32) {
  // expected-error @+1 {{invalid properties {overflowFlags = 3 : i32} for op arith.addi: Invalid attribute `overflowFlags` in property conversion: 3 : i32}}
  %0 = "arith.addi"(%a, %a) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32
  return
}

// -----

// The first one by its name, in the order of names.
func.func @order(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{invalid properties {alignment = "x", nontemporal = "y"} for op memref.load: Invalid attribute `alignment` in property conversion: "x"}}
  %0 = "memref.load"(%a, %i) <{nontemporal = "y", alignment = "x"}> : (memref<4xf32>, index) -> f32
  return
}

// -----

// Of the right kind, but not as the op wants it.
func.func @value(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = "memref.load"(%a, %i) <{alignment = 3 : i64}> : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @case(%a: i32) {
  // expected-error @+1 {{invalid properties {predicate = 77 : i64} for op arith.cmpi: Invalid attribute `predicate` in property conversion: 77 : i64}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 77 : i64}> : (i32, i32) -> i1
  return
}

// -----

func.func @segments() {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i32: 0>} for op memref.alloc: size mismatch in attribute conversion: 1 vs 2}}
  %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0>}> : () -> memref<4xf32>
  return
}

// -----

func.func @segments_of_another_type() {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i64: 0, 0>} for op memref.alloc: expected DenseI32ArrayAttr for key `value`}}
  %0 = "memref.alloc"() <{operandSegmentSizes = array<i64: 0, 0>}> : () -> memref<4xf32>
  return
}

// -----

// expected-error @+1 {{invalid properties {arg_attrs = 3 : i64, function_type = () -> (), sym_name = "f"} for op func.func: Invalid attribute `arg_attrs` in property conversion: 3 : i64}}
"func.func"() <{sym_name = "f", function_type = () -> (), arg_attrs = 3}> ({
}) : () -> ()

// -----

// What names a symbol is missing.
func.func @no_symbol() {
  // expected-error @+1 {{'llvm.mlir.addressof' op requires attribute 'global_name'}}
  %0 = "llvm.mlir.addressof"() : () -> !llvm.ptr
  return
}

// -----

func.func @no_function() {
  // expected-error @+1 {{'func.constant' op requires attribute 'value'}}
  %0 = "func.constant"() : () -> (() -> ())
  return
}

// -----

func.func @no_global() {
  // expected-error @+1 {{'memref.get_global' op requires attribute 'name'}}
  %0 = "memref.get_global"() : () -> memref<4xf32>
  return
}

// -----

func.func @no_dictionary() {
  // expected-error @+1 {{invalid properties 5 : i64 for op arith.constant: expected DictionaryAttr to set properties}}
  %0 = "arith.constant"() <5> : () -> i32
  return
}

// -----

func.func @no_properties() {
  // expected-error @+1 {{invalid properties 5 : i64 for op async.runtime.create: this operation does not support properties}}
  %0 = "async.runtime.create"() <5> : () -> !async.token
  return
}

// -----

// What is wrong with the rest of the op comes first.
func.func @rest(%a: i32) {
  // expected-error @+1 {{expected non-function type}}
  %0 = "arith.addi"(%a) <5> : (zzz) -> i32
  return
}

// -----

func.func @attribute(%a: i32) {
  // expected-error @+1 {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
  %0 = "arith.addi"(%a, %a) {overflowFlags = 5} : (i32, i32) -> i32
  return
}

// -----

func.func @attribute_in_custom_form(%p: !llvm.ptr) {
  // expected-error @+1 {{custom op 'llvm.load' 'llvm.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = llvm.load %p {alignment = "x"} : !llvm.ptr -> i32
  return
}

// -----

// The first by name is told.
func.func @first(%p: !llvm.ptr) {
  // expected-error @+1 {{custom op 'llvm.load' 'llvm.load' op attribute 'access_groups' failed to satisfy constraint: LLVM dialect access group metadata array}}
  %0 = llvm.load %p {volatile_ = 5, alignment = "x", access_groups = 5} : !llvm.ptr -> i32
  return
}

// -----

// expected-error @+1 {{custom op 'builtin.module' 'builtin.module' op attribute 'sym_name' failed to satisfy constraint: string attribute}}
module attributes {sym_name = 5} {}

// -----

func.func @forgotten(%a: i32) {
  // expected-error @+1 {{'arith.cmpi' op requires attribute 'predicate'}}
  %0 = "arith.cmpi"(%a, %a) <{}> {predicate = 77 : i64} : (i32, i32) -> i1
  return
}

// -----

func.func @forgotten_segments(%c: i1) {
  // expected-error @+1 {{'cf.cond_br' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%c)[^bb1, ^bb1] {operandSegmentSizes = array<i32: 1, 0>} : (i1) -> ()
^bb1:
  return
}

// -----

func.func @metadata(%p: !llvm.ptr) {
  // expected-error @+1 {{invalid properties {tbaa = 5 : i64} for op llvm.load: Invalid attribute `tbaa` in property conversion: 5 : i64}}
  %0 = "llvm.load"(%p) <{tbaa = 5}> : (!llvm.ptr) -> i32
  return
}

// -----

func.func @metadata_of_another_kind(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op attribute 'alias_scopes' failed to satisfy constraint: LLVM dialect alias scope array}}
  %0 = "llvm.load"(%p) <{alias_scopes = [5]}> : (!llvm.ptr) -> i32
  return
}

// -----

func.func @annotation() {
  // expected-error @+1 {{invalid properties {loop_annotation = 5 : i64} for op llvm.br: Invalid attribute `loop_annotation` in property conversion: 5 : i64}}
  "llvm.br"()[^bb1] <{loop_annotation = 5}> : () -> ()
^bb1:
  return
}

// -----

func.func @truth(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.intr.memcpy.inline' op attribute 'isVolatile' failed to satisfy constraint: 1-bit signless integer attribute}}
  "llvm.intr.memcpy.inline"(%p, %p) <{len = 3 : i32, isVolatile = 5 : i32}> : (!llvm.ptr, !llvm.ptr) -> ()
  return
}

// -----

func.func @interface() {
  // expected-error @+1 {{invalid properties {value = @x} for op arith.constant: Invalid attribute `value` in property conversion: @x}}
  %0 = "arith.constant"() <{value = @x}> : () -> i32
  return
}
