// RUN: --ownership-based-buffer-deallocation

func.func @switch(%n: i32) {
  %0 = memref.alloc() : memref<4xf32>
  cf.switch %n : i32, [
    default: ^bb1(%0 : memref<4xf32>)
  ]
^bb1(%1: memref<4xf32>):
  return
}
