// RUN: --llvm-legalize-for-export
// Edges to blocks without arguments stay as they are.
func.func @branches(%condition: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %condition, ^plain, ^plain
^plain:
  cf.cond_br %condition, ^taken(%a : i32), ^taken(%b : i32)
^taken(%x: i32):
  cf.switch %x : i32, [default: ^plain, 1: ^last(%a : i32), 2: ^last(%b : i32), 3: ^last(%x : i32)]
^last(%y: i32):
  return %y : i32
}
llvm.func @loop(%condition: i1, %a: i32) {
  llvm.br ^header(%a : i32)
^header(%x: i32):
  llvm.cond_br %condition, ^header(%x : i32), ^header(%a : i32)
}
