// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, f32) {
  %0 = arith.select %c, %a, %b : tensor<4xf32>
  %1 = tensor.insert %f into %0[%i] : tensor<4xf32>
  %2 = tensor.extract %a[%i] : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, f32
}
func.func @g(%c: i1, %f: f32, %i: index) -> (tensor<4xf32>) {
  %a = bufferization.alloc_tensor() : tensor<4xf32>
  %b = bufferization.alloc_tensor() : tensor<8xf32>
  %s = tensor.extract_slice %b[2][4][1] : tensor<8xf32> to tensor<4xf32>
  %0 = arith.select %c, %a, %s : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @h(%a: tensor<4xi32>) -> tensor<4xindex> {
  %0 = arith.index_cast %a : tensor<4xi32> to tensor<4xindex>
  return %0 : tensor<4xindex>
}
