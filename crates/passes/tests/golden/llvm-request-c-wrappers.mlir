// RUN: --llvm-request-c-wrappers

func.func @f() { return }
func.func private @g()
llvm.func @h() { llvm.return }
module { func.func @f() attributes {llvm.emit_c_interface} { return } }
