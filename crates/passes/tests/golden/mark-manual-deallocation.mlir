// RUN: --mark-manual-deallocation
// Unlike MLIR: it has no such pass.

func.func @allocated(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %b = bufferization.clone %a : memref<?xf32> to memref<?xf32>
  %s = memref.alloca() : memref<4xf32>
  %t = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %0 = memref.load %b[%c0] : memref<?xf32>
  return %0 : f32
}

// What these return is memory of their own.
func.func private @declared() -> memref<4xf32>
func.func @returned(%m: memref<4xf32>) -> (memref<4xf32>, i32) {
  %c = arith.constant 1 : i32
  return %m, %c : memref<4xf32>, i32
}
async.func @promised(%m: memref<4xf32>) -> !async.value<memref<4xf32>> {
  return %m : memref<4xf32>
}

func.func @tensors(%t: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}
