// RUN: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})

func.func @f(%m: memref<?xf32>, %w: memref<?xf32>, %f: f32, %i: index) {
  %t = bufferization.to_tensor %m restrict writable : memref<?xf32> to tensor<?xf32>
  %r = bufferization.to_tensor %w restrict : memref<?xf32> to tensor<?xf32>
  %0 = tensor.insert %f into %t[%i] : tensor<?xf32>
  %1 = tensor.insert %f into %r[%i] : tensor<?xf32>
  bufferization.materialize_in_destination %0 in writable %m : (tensor<?xf32>, memref<?xf32>) -> ()
  %2 = bufferization.materialize_in_destination %1 in %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func @g(%t: tensor<?xf32>, %f: f32, %i: index) -> f32 {
  %m = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  memref.store %f, %m[%i] : memref<?xf32>
  %x = tensor.extract %t[%i] : tensor<?xf32>
  %m2 = bufferization.to_buffer %t read_only : tensor<?xf32> to memref<?xf32>
  %y = memref.load %m2[%i] : memref<?xf32>
  %z = arith.addf %x, %y : f32
  return %z : f32
}
func.func @h(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  %d = bufferization.alloc_tensor(%n) {memory_space = 1 : i64} : tensor<?xf32>
  %u = bufferization.alloc_tensor() : tensor<4xf32>
  bufferization.dealloc_tensor %d : tensor<?xf32>
  return %c : tensor<?xf32>
}
