// RUN: --remove-dead-values
// Unlike MLIR: it changes functions that something else than a call names.

func.func private @named(%x: i32, %y: i32) -> i32 {
  return %x : i32
}
func.func @name() -> ((i32, i32) -> i32) {
  %0 = constant @named : (i32, i32) -> i32
  return %0 : (i32, i32) -> i32
}
