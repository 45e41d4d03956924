// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index, %f: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %u = %b) -> (tensor<?xf32>, tensor<?xf32>) {
    scf.yield %u, %t : tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}
