// RUN: --convert-func-to-llvm

func.func private @b()
func.func nested @c()
func.func public @d() { return }
func.func private @e() { return }
func.func nested @f() { return }
func.func @g() { return }
func.func public @h() attributes {llvm.linkage = #llvm.linkage<internal>} { return }
func.func public @w(%a: memref<4xf32>) attributes {llvm.emit_c_interface} { return }
func.func private @x(memref<4xf32>) attributes {llvm.emit_c_interface}
func.func nested @y(%a: memref<4xf32>) attributes {llvm.emit_c_interface} {return}
