// RUN: --one-shot-bufferize=bufferize-function-boundaries

func.func @masked(%i: index, %v: vector<4xf32>, %m: vector<4xi1>, %p: f32) -> (tensor<8xf32>, vector<4xf32>) {
  %t = bufferization.alloc_tensor() : tensor<8xf32>
  %w = vector.mask %m { vector.transfer_write %v, %t[%i] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32> }
    : vector<4xi1> -> tensor<8xf32>
  %r = vector.mask %m { vector.transfer_read %w[%i], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32> }
    : vector<4xi1> -> vector<4xf32>
  return %w, %r : tensor<8xf32>, vector<4xf32>
}
