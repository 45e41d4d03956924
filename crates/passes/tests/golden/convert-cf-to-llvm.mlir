// RUN: --convert-cf-to-llvm

// Each message is a constant of its own; functions of the runtime are declared once.
func.func @assertions(%a: i1, %b: i1) {
  cf.assert %a, "first"
  cf.assert %b, "second"
  cf.assert %b, ""
  return
}

// Arguments of blocks are converted with the branches that lead to them.
func.func @branches(%c: i1, %i: index, %f: f32) -> index {
  cf.br ^a(%i, %f : index, f32) {kept}
^a(%x: index, %y: f32):
  cf.cond_br %c weights([9, 1]), ^b(%x : index), ^b(%i : index)
^b(%z: index):
  cf.cond_br %c, ^a(%z, %f : index, f32), ^c
^c:
  return %z : index
}

func.func @switch(%flag: i32, %i: index) -> index {
  cf.switch %flag : i32, [
    default: ^a(%i : index),
    42: ^b,
    -1: ^a(%i : index)
  ]
^a(%x: index):
  return %x : index
^b:
  cf.switch %flag : i32, [
    default: ^c
  ]
^c:
  return %i : index
}
