// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true test-analysis-only=true analysis-heuristic=bottom-up-from-terminators})

func.func @f(%a: tensor<?x?xf32>, %i: index, %n: index, %f: f32) -> tensor<?x?xf32> {
  %s = tensor.extract_slice %a[%i, 0][%n, 4][1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %z = linalg.fill ins(%f : f32) outs(%s : tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = tensor.insert_slice %z into %a[%i, 0][%n, 4][1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @g(%a: tensor<8x8xf32>, %i: index, %f: f32) -> (tensor<8x8xf32>, tensor<8xf32>) {
  %s = tensor.extract_slice %a[%i, 0][1, 8][1, 1] : tensor<8x8xf32> to tensor<8xf32>
  %z = linalg.fill ins(%f : f32) outs(%s : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.insert_slice %z into %a[0, %i][8, 1][1, 1] : tensor<8xf32> into tensor<8x8xf32>
  return %r, %s : tensor<8x8xf32>, tensor<8xf32>
}
func.func @h(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %r = tensor.insert_slice %b into %a[0][8][1] : tensor<8xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func @k(%a: tensor<8xf32>, %f: f32, %c: index) -> (tensor<8xf32>, tensor<4xf32>) {
  %s = tensor.extract_slice %a[0][4][1] : tensor<8xf32> to tensor<4xf32>
  %r = tensor.insert %f into %a[%c] : tensor<8xf32>
  return %r, %s : tensor<8xf32>, tensor<4xf32>
}
func.func @dyn(%a: tensor<?xf32>, %n: index, %f: f32, %c: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = tensor.extract_slice %a[0][%n][1] : tensor<?xf32> to tensor<?xf32>
  %z = linalg.fill ins(%f : f32) outs(%s : tensor<?xf32>) -> tensor<?xf32>
  return %a, %z : tensor<?xf32>, tensor<?xf32>
}
// What the loop yields comes first, then what nobody yields.
func.func @nested(%a: tensor<8xf32>, %f: f32, %n: index) -> (tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.insert %f into %a[%c1] : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
    %y = tensor.insert %f into %t[%i] : tensor<8xf32>
    %z = tensor.insert %f into %y[%c0] : tensor<8xf32>
    %e = tensor.extract %y[%i] : tensor<8xf32>
    %w = tensor.insert %e into %t[%c0] : tensor<8xf32>
    scf.yield %w : tensor<8xf32>
  }
  %l = tensor.extract %x[%c0] : tensor<8xf32>
  return %r, %l : tensor<8xf32>, f32
}
