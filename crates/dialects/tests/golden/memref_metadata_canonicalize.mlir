// Views of memory that another view was taken apart to.
func.func @m5(%m: memref<?xf32>, %o: index, %n: index) -> (memref<?xf32, strided<[1], offset: ?>>, memref<f32>, index, index, index, memref<4xf32>) {
  %base, %off, %size, %st = memref.extract_strided_metadata %m : memref<?xf32> -> memref<f32>, index, index, index
  %r = memref.reinterpret_cast %base to offset: [%o], sizes: [%n], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
  %b2, %o2, %s2, %t2 = memref.extract_strided_metadata %r : memref<?xf32, strided<[1], offset: ?>> -> memref<f32>, index, index, index
  %c4 = arith.constant 4 : index
  %r2 = memref.reinterpret_cast %base to offset: [0], sizes: [4], strides: [1] : memref<f32> to memref<4xf32>
  return %r, %b2, %o2, %s2, %t2, %r2 : memref<?xf32, strided<[1], offset: ?>>, memref<f32>, index, index, index, memref<4xf32>
}
