// Tensors in memory, sizes, and copies that are not needed.

func.func @there_and_back(%t: tensor<4x?xf32>, %m: memref<4x?xf32>, %ms: memref<4x?xf32, strided<[?, 1], offset: ?>>) -> (tensor<4x?xf32>, memref<4x?xf32>, memref<4x?xf32>, memref<4x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf32>
  %1 = bufferization.to_tensor %0 : memref<4x?xf32> to tensor<4x?xf32>
  %2 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
  %3 = bufferization.to_buffer %2 : tensor<4x?xf32> to memref<4x?xf32>
  %4 = bufferization.to_tensor %ms : memref<4x?xf32, strided<[?, 1], offset: ?>> to tensor<4x?xf32>
  %5 = bufferization.to_buffer %4 : tensor<4x?xf32> to memref<4x?xf32>
  %6 = bufferization.to_buffer %2 : tensor<4x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  return %1, %3, %5, %6 : tensor<4x?xf32>, memref<4x?xf32>, memref<4x?xf32>, memref<4x?xf32, strided<[?, 1], offset: ?>>
}
func.func @dim(%m: memref<4x?xf32>, %n: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %0 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
  %d = tensor.dim %0, %c1 : tensor<4x?xf32>
  %a = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
  %e = tensor.dim %a, %c1 : tensor<4x?xf32>
  %t = bufferization.alloc_tensor() copy(%0) : tensor<4x?xf32>
  %f = tensor.dim %t, %c1 : tensor<4x?xf32>
  return %d, %e, %f : index, index, index
}
func.func @casts(%t: tensor<4x?xf32>, %m: memref<4x8xf32>, %n: index) -> (memref<?x?xf32>, tensor<4x8xf32>, tensor<?x?xf32>) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = bufferization.to_buffer %0 : tensor<?x?xf32> to memref<?x?xf32>
  %2 = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %3 = bufferization.to_tensor %2 : memref<?x?xf32> to tensor<?x?xf32>
  %4 = tensor.cast %3 : tensor<?x?xf32> to tensor<4x8xf32>
  return %1, %4, %3 : memref<?x?xf32>, tensor<4x8xf32>, tensor<?x?xf32>
}
func.func @alloc(%n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c4 = arith.constant 4 : index
  %0 = bufferization.alloc_tensor(%c4, %n) : tensor<?x?xf32>
  %1 = bufferization.alloc_tensor(%n, %n) : tensor<?x?xf32>
  %2 = bufferization.alloc_tensor(%n, %n) : tensor<?x?xf32>
  bufferization.dealloc_tensor %2 : tensor<?x?xf32>
  %3 = bufferization.alloc_tensor() : tensor<4xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @load(%t: tensor<4xf32>, %i: index, %x: f32) -> f32 {
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %1 = memref.load %0[%i] : memref<4xf32>
  return %1 : f32
}
func.func @clone(%m: memref<4xf32>, %n: memref<4xf32>) -> (memref<4xf32>, memref<?xf32>, memref<4xf32>) {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  %1 = bufferization.clone %n : memref<4xf32> to memref<?xf32>
  %c = memref.cast %1 : memref<?xf32> to memref<4xf32>
  %2 = bufferization.clone %0 : memref<4xf32> to memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return %2, %1, %c : memref<4xf32>, memref<?xf32>, memref<4xf32>
}
func.func @cast_clone(%m: memref<4xf32>) -> memref<?xf32> {
  %c = memref.cast %m : memref<4xf32> to memref<?xf32>
  %0 = bufferization.clone %c : memref<?xf32> to memref<?xf32>
  memref.dealloc %c : memref<?xf32>
  return %0 : memref<?xf32>
}
func.func @dead_clone(%m: memref<4xf32>, %x: f32, %i: index) {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}
func.func @clone_cast(%m: memref<?xf32>, %i: index) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<?xf32> to memref<4xf32>
  %d = memref.load %m[%i] : memref<?xf32>
  return %0 : memref<4xf32>
}
func.func @materialize(%t: tensor<4xf32>, %u: tensor<4xf32>) -> (tensor<4xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %c0 : tensor<4xf32>, index
}
func.func @materialize_dyn(%t: tensor<?xf32>, %u: tensor<?xf32>) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  return %0, %d : tensor<?xf32>, index
}
func.func @materialize_cast(%t: tensor<4xf32>) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %0 = bufferization.materialize_in_destination %c in %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @sizes_of_copy(%t: tensor<?x?xf32>, %i: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<?x?xf32>
  %1 = tensor.dim %0, %i : tensor<?x?xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x?xf32>
  %3 = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %1, %2, %3 : index, index, index
}
