// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%a: tensor<?x?xf32>, %i: index, %f: f32) -> (vector<4xf32>, tensor<?x?xf32>) {
  %v = vector.transfer_read %a[%i, %i], %f {my.attr} : tensor<?x?xf32>, vector<4xf32>
  %w = vector.transfer_write %v, %a[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return %v, %w : vector<4xf32>, tensor<?x?xf32>
}
func.func @g(%a: tensor<4xf32>, %v: vector<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %a[%c0] : vector<4xf32>, tensor<4xf32>
  return %a, %w : tensor<4xf32>, tensor<4xf32>
}
func.func @h(%a: tensor<?xf32>, %i: vector<4xindex>, %m: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %w = vector.gather %a[%c0][%i], %m, %v : tensor<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %w : vector<4xf32>
}
