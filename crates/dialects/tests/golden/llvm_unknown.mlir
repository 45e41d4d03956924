// Ops of the llvm dialect need not be known.

"llvm.unknown"() : () -> ()
func.func @f(%x: i32) -> i32 {
  %y = "llvm.unknown.inner"(%x) {a = 1 : i32} : (i32) -> i32
  return %y : i32
}
