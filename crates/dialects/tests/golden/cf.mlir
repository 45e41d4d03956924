// Every op of cf in every form it can be written in.
func.func @branches(%flag: i1, %a: i32, %b: f32) {
  cf.assert %flag, "it holds"
  cf.assert %flag, "with \"quotes\"\n" {foo}
  cf.br ^bb1
^bb1:
  cf.br ^bb2(%a, %b : i32, f32) {foo}
^bb2(%x: i32, %y: f32):
  cf.cond_br %flag, ^bb3, ^bb4
^bb3:
  cf.cond_br %flag, ^bb5(%x : i32), ^bb6(%x, %y : i32, f32)
^bb4:
  cf.cond_br %flag weights([1, 9]), ^bb5(%x : i32), ^bb4 {foo}
^bb5(%z: i32):
  cf.cond_br %flag, ^bb4, ^bb6(%z, %y : i32, f32)
^bb6(%u: i32, %v: f32):
  return
}
func.func @switch(%flag: i32, %small: i8, %wide: i64, %a: i32, %b: f32) {
  cf.switch %flag : i32, [
    default: ^bb1
  ]
^bb1:
  cf.switch %flag : i32, [
    default: ^bb2(%a : i32),
    42: ^bb3,
    -1: ^bb2(%a : i32),
    43: ^bb4(%a, %b : i32, f32)
  ] {foo}
^bb2(%x: i32):
  cf.switch %small : i8, [default: ^bb3, 5: ^bb3, -128: ^bb4(%x, %b : i32, f32)]
^bb3:
  cf.switch %wide : i64, [
    default: ^bb4(%a, %b : i32, f32),
    9223372036854775807: ^bb3,
    0: ^bb3
  ]
^bb4(%y: i32, %z: f32):
  return
}
