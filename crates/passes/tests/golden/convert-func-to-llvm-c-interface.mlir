// RUN: --convert-func-to-llvm

// C code defines it: the function stores descriptors and calls that.
func.func private @declared(memref<?xf32>, i32 {llvm.signext}) -> memref<4xf32> attributes {llvm.emit_c_interface}
func.func private @declared_unranked(memref<*xf32>, f32) attributes {llvm.emit_c_interface}

// C code calls it: the wrapper loads descriptors.
func.func @defined(%a: memref<?x4xf32, strided<[?, 1], offset: ?>>, %b: i32 {llvm.signext}, %u: memref<*xf32>, %i: index) -> (index, i32)
    attributes {llvm.emit_c_interface} {
  return %i, %b : index, i32
}
func.func @defined_scalar(%b: i32 {llvm.signext}) -> (i32 {llvm.zeroext}) attributes {llvm.emit_c_interface} {
  return %b : i32
}
