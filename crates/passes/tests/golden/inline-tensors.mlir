// RUN: --inline

// Ops on tensors, also those that meet memory, can be inlined.
func.func private @g(%t: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  memref.copy %0, %m : memref<4xf32> to memref<4xf32>
  %a = bufferization.alloc_tensor() : tensor<4xf32>
  %b = bufferization.materialize_in_destination %t in %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  %0 = call @g(%t, %m) : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
