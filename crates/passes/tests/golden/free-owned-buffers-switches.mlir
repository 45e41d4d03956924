// RUN: --free-owned-buffers --canonicalize
// Unlike MLIR: it has no such pass.

// Each way out of a switch frees what it does not need.
func.func @new(%i: i32, %m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  cf.switch %i : i32, [default: ^end(%a : memref<4xf32>), 1: ^end(%b : memref<4xf32>), 2: ^end(%m : memref<4xf32>), 3: ^more]
^more:
  memref.copy %m, %b : memref<4xf32> to memref<4xf32>
  cf.br ^end(%b : memref<4xf32>)
^end(%given: memref<4xf32>):
  return %given : memref<4xf32>
}

// Memory goes around a loop of blocks.
func.func @around(%n: i32, %m: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xf32>
  cf.br ^head(%zero, %a : i32, memref<4xf32>)
^head(%i: i32, %x: memref<4xf32>):
  %next = arith.addi %i, %one : i32
  %b = memref.alloc() : memref<4xf32>
  memref.copy %x, %b : memref<4xf32> to memref<4xf32>
  cf.switch %i : i32, [default: ^head(%next, %b : i32, memref<4xf32>), 5: ^head(%next, %m : i32, memref<4xf32>), 9: ^end]
^end:
  %f = memref.load %x[%c0] : memref<4xf32>
  return %f : f32
}
