// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true function-boundary-type-conversion=fully-dynamic-layout-map buffer-alignment=0})

func.func @f(%c: i1, %a: tensor<?xf32>, %f: f32, %i: index) -> tensor<?xf32> {
  %r = scf.if %c -> (tensor<?xf32>) {
    %u = tensor.insert %f into %a[%i] : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  } else {
    scf.yield %a : tensor<?xf32>
  } {my.attr}
  return %r : tensor<?xf32>
}
func.func @g(%c: i1, %a: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, f32) {
  %r = scf.if %c -> (tensor<4xf32>) {
    %e = bufferization.alloc_tensor() : tensor<4xf32>
    %u = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  } else {
    %u = tensor.insert %f into %a[%i] : tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  }
  %x = tensor.extract %a[%i] : tensor<4xf32>
  return %r, %x : tensor<4xf32>, f32
}
func.func @h(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>, %f: f32, %i: index) -> (f32) {
  %r = scf.if %c -> (f32) {
    %u = tensor.insert %f into %a[%i] : tensor<4xf32>
    %x = tensor.extract %u[%i] : tensor<4xf32>
    scf.yield %x : f32
  } else {
    %x = tensor.extract %a[%i] : tensor<4xf32>
    scf.yield %x : f32
  }
  return %r : f32
}
func.func @konst(%c: i1, %a: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>) {
  %k = arith.constant dense<1.0> : tensor<4xf32>
  %r = scf.if %c -> (tensor<4xf32>) {
    scf.yield %k : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  %u = tensor.insert %f into %r[%i] : tensor<4xf32>
  return %u : tensor<4xf32>
}
