// Every form of the ops.

func.func @f(%t: tensor<4x?xf32>, %m: memref<4x?xf32>, %i: index, %ms: memref<4x?xf32, strided<[?, 1], offset: ?>>, %u: tensor<*xf32>, %um: memref<*xf32>) {
  %0 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
  %1 = bufferization.to_tensor %m restrict writable {foo} : memref<4x?xf32> to tensor<4x?xf32>
  %2 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf32>
  %3 = bufferization.to_buffer %t read_only : tensor<4x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %4 = bufferization.alloc_tensor(%i) : tensor<4x?xf32>
  %5 = bufferization.alloc_tensor() copy(%t) : tensor<4x?xf32>
  %6 = bufferization.alloc_tensor(%i) size_hint = %i : tensor<4x?xf32>
  %7 = bufferization.alloc_tensor(%i) {memory_space = 1 : i64} : tensor<4x?xf32>
  %8 = bufferization.materialize_in_destination %t in %4 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  bufferization.materialize_in_destination %t in writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  %9 = bufferization.clone %m : memref<4x?xf32> to memref<4x?xf32>
  %10 = bufferization.to_tensor %um : memref<*xf32> to tensor<*xf32>
  bufferization.dealloc_tensor %4 : tensor<4x?xf32>
  return
}
