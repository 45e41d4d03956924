// RUN: --one-shot-bufferize=bufferize-function-boundaries
// Unlike MLIR: it cannot infer the types of these blocks' arguments.

// What goes around a loop of blocks goes through an op on the way.
func.func @around(%n: i32, %a: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %f = arith.constant 1.0 : f32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %a, %a : i32, tensor<?xf32>, tensor<?xf32>)
^head(%k: i32, %x: tensor<?xf32>, %y: tensor<?xf32>):
  %next = arith.addi %k, %one : i32
  %done = arith.cmpi sge, %k, %n : i32
  cf.cond_br %done, ^end(%x : tensor<?xf32>), ^other(%y : tensor<?xf32>)
^other(%u: tensor<?xf32>):
  %v = tensor.insert %f into %u[%i] : tensor<?xf32>
  cf.br ^head(%next, %v, %x : i32, tensor<?xf32>, tensor<?xf32>)
^end(%r: tensor<?xf32>):
  return %r : tensor<?xf32>
}

// Nothing leads to these blocks.
func.func @unreachable(%a: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  return %a : tensor<?xf32>
^bb1(%x: tensor<?xf32>):
  cf.cond_br %c, ^bb1(%x : tensor<?xf32>), ^bb2
^bb2:
  %y = arith.addf %x, %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
