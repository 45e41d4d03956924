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
