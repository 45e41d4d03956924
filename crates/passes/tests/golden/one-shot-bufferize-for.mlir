// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%a: tensor<?xf32>, %n: index, %f: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<?xf32>) {
    %x = tensor.extract %t[%i] : tensor<?xf32>
    %y = arith.addf %x, %f : f32
    %u = tensor.insert %y into %t[%i] : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  } {my.attr = 1 : i32}
  return %r : tensor<?xf32>
}
func.func @g(%a: tensor<?xf32>, %n: index, %f: f32) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %acc = %f) -> (tensor<?xf32>, f32) {
    %x = tensor.extract %a[%i] : tensor<?xf32>
    %y = arith.addf %x, %acc : f32
    %u = tensor.insert %y into %t[%i] : tensor<?xf32>
    scf.yield %u, %y : tensor<?xf32>, f32
  }
  return %r, %s : tensor<?xf32>, f32
}
func.func @h(%a: tensor<8xf32>, %n: index, %f: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e) -> (tensor<8xf32>) {
    %u = linalg.fill ins(%f : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %t[%i][1][1] : tensor<8xf32> to tensor<1xf32>
    %z = linalg.fill ins(%f : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    %u = tensor.insert_slice %z into %t[%i][1][1] : tensor<1xf32> into tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  %z = linalg.add ins(%r, %q : tensor<8xf32>, tensor<8xf32>) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}
