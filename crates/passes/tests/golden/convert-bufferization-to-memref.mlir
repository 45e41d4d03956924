// RUN: --convert-bufferization-to-memref

func.func @ranked(%a: memref<?x4xf32>, %b: memref<4x4xf32, strided<[?, 1], offset: ?>>, %c: memref<8xf32, 1>)
    -> (memref<?x4xf32>, memref<4x4xf32, strided<[?, 1], offset: ?>>, memref<8xf32, 1>) {
  %0 = bufferization.clone %a : memref<?x4xf32> to memref<?x4xf32>
  %1 = bufferization.clone %b : memref<4x4xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %2 = bufferization.clone %c : memref<8xf32, 1> to memref<8xf32, 1>
  return %0, %1, %2 : memref<?x4xf32>, memref<4x4xf32, strided<[?, 1], offset: ?>>, memref<8xf32, 1>
}

// Sizes that are known on one side only.
func.func @sizes(%a: memref<4xf32>, %b: memref<?xf32>) -> (memref<?xf32>, memref<4xf32>) {
  %0 = bufferization.clone %a : memref<4xf32> to memref<?xf32>
  %1 = bufferization.clone %b : memref<?xf32> to memref<4xf32>
  return %0, %1 : memref<?xf32>, memref<4xf32>
}

func.func @unranked(%a: memref<*xi8>) -> memref<*xi8> {
  %0 = bufferization.clone %a : memref<*xi8> to memref<*xi8>
  return %0 : memref<*xi8>
}

// One buffer, a clone that may be freed at once, and several buffers, for which a function is needed.
func.func @free(%a: memref<2xf32>, %b: memref<*xf32>, %c: i1) -> (i1, i1) {
  bufferization.dealloc (%a : memref<2xf32>) if (%c)
  %0 = bufferization.clone %b : memref<*xf32> to memref<*xf32>
  %1:2 = bufferization.dealloc (%0 : memref<*xf32>) if (%c) retain (%a, %b : memref<2xf32>, memref<*xf32>)
  return %1#0, %1#1 : i1, i1
}

func.func @free_several(%a: memref<2xf32>, %b: memref<?xi8>, %c: i1) {
  %0 = bufferization.clone %b : memref<?xi8> to memref<?xi8>
  bufferization.dealloc (%a, %0 : memref<2xf32>, memref<?xi8>) if (%c, %c)
  return
}
