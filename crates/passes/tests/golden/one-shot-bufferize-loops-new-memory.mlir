// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true})

func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %n: index, %f: f32) -> (tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
    scf.yield %b : tensor<8xf32>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> (tensor<8xf32>) {
    %e = bufferization.alloc_tensor() : tensor<8xf32>
    %z = linalg.fill ins(%f : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %z : tensor<8xf32>
  }
  return %q : tensor<8xf32>
}
