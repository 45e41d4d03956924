// RUN: --expand-strided-metadata

func.func @sub(%m: memref<8x4xf32>, %i: index) -> (index, index, index, index, index, index, index, index) {
  %0 = memref.subview %m[%i, 1] [2, 2] [1, 1] : memref<8x4xf32> to memref<2x2xf32, strided<[4, 1], offset: ?>>
  %1 = memref.reinterpret_cast %m to offset: [%i], sizes: [4], strides: [2] : memref<8x4xf32> to memref<4xf32, strided<[2], offset: ?>>
  %2 = memref.collapse_shape %m [[0, 1]] : memref<8x4xf32> into memref<32xf32>
  %3 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 4] : memref<8x4xf32> into memref<2x4x4xf32>
  %4 = memref.memory_space_cast %m : memref<8x4xf32> to memref<8x4xf32, 1>
  %5 = memref.assume_alignment %m, 16 : memref<8x4xf32>
  %6 = memref.cast %m : memref<8x4xf32> to memref<?x?xf32>
  %7 = memref.transpose %m (a, b) -> (b, a) : memref<8x4xf32> to memref<4x8xf32, strided<[1, 4]>>
  %p0 = memref.extract_aligned_pointer_as_index %0 : memref<2x2xf32, strided<[4, 1], offset: ?>> -> index
  %p1 = memref.extract_aligned_pointer_as_index %1 : memref<4xf32, strided<[2], offset: ?>> -> index
  %p2 = memref.extract_aligned_pointer_as_index %2 : memref<32xf32> -> index
  %p3 = memref.extract_aligned_pointer_as_index %3 : memref<2x4x4xf32> -> index
  %p4 = memref.extract_aligned_pointer_as_index %4 : memref<8x4xf32, 1> -> index
  %p5 = memref.extract_aligned_pointer_as_index %5 : memref<8x4xf32> -> index
  %p6 = memref.extract_aligned_pointer_as_index %6 : memref<?x?xf32> -> index
  %p7 = memref.extract_aligned_pointer_as_index %7 : memref<4x8xf32, strided<[1, 4]>> -> index
  return %p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7 : index, index, index, index, index, index, index, index
}

func.func @col(%m: memref<8x4xf32>, %i: index) -> (index, memref<32xf32>) {
  %2 = memref.collapse_shape %m [[0, 1]] : memref<8x4xf32> into memref<32xf32>
  %p2 = memref.extract_aligned_pointer_as_index %2 : memref<32xf32> -> index
  return %p2, %2 : index, memref<32xf32>
}

func.func @base(%m: memref<8x4xf32>, %i: index) -> (index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<8x4xf32> -> memref<f32>, index, index, index, index, index
  %p2 = memref.extract_aligned_pointer_as_index %b : memref<f32> -> index
  return %p2 : index
}

func.func @view(%m: memref<64xi8>, %i: index) -> (index) {
  %b = memref.view %m[%i][] : memref<64xi8> to memref<f32>
  %p2 = memref.extract_aligned_pointer_as_index %b : memref<f32> -> index
  return %p2 : index
}

func.func @reint(%m: memref<*xf32>, %i: index) -> (index) {
  %1 = memref.reinterpret_cast %m to offset: [%i], sizes: [4], strides: [2] : memref<*xf32> to memref<4xf32, strided<[2], offset: ?>>
  %p2 = memref.extract_aligned_pointer_as_index %1 : memref<4xf32, strided<[2], offset: ?>> -> index
  return %p2 : index
}

func.func @subcol(%m: memref<8x4xf32>, %i: index) -> (index) {
  %0 = memref.subview %m[%i, 0] [2, 4] [1, 1] : memref<8x4xf32> to memref<2x4xf32, strided<[4, 1], offset: ?>>
  %2 = memref.collapse_shape %0 [[0, 1]] : memref<2x4xf32, strided<[4, 1], offset: ?>> into memref<8xf32, strided<[1], offset: ?>>
  %p0 = memref.extract_aligned_pointer_as_index %2 : memref<8xf32, strided<[1], offset: ?>> -> index
  return %p0 : index
}

func.func @allc(%i: index) -> (index) {
  %m = memref.alloc() : memref<8x4xf32>
  %0 = memref.subview %m[%i, 0] [2, 4] [1, 1] : memref<8x4xf32> to memref<2x4xf32, strided<[4, 1], offset: ?>>
  %2 = memref.collapse_shape %0 [[0, 1]] : memref<2x4xf32, strided<[4, 1], offset: ?>> into memref<8xf32, strided<[1], offset: ?>>
  %p0 = memref.extract_aligned_pointer_as_index %2 : memref<8xf32, strided<[1], offset: ?>> -> index
  return %p0 : index
}

func.func @subsub(%m: memref<8x4xf32>, %i: index) -> (index, index, index) {
  %0 = memref.subview %m[%i, 1] [2, 2] [1, 1] : memref<8x4xf32> to memref<2x2xf32, strided<[4, 1], offset: ?>>
  %p0 = memref.extract_aligned_pointer_as_index %0 : memref<2x2xf32, strided<[4, 1], offset: ?>> -> index
  %1 = memref.subview %0[%i, 0] [2, 2] [1, 1] : memref<2x2xf32, strided<[4, 1], offset: ?>> to memref<2x2xf32, strided<[4, 1], offset: ?>>
  %p1 = memref.extract_aligned_pointer_as_index %1 : memref<2x2xf32, strided<[4, 1], offset: ?>> -> index
  %2 = memref.collapse_shape %m [[0, 1]] : memref<8x4xf32> into memref<32xf32>
  %3 = memref.subview %2[%i] [2] [1] : memref<32xf32> to memref<2xf32, strided<[1], offset: ?>>
  %p2 = memref.extract_aligned_pointer_as_index %3 : memref<2xf32, strided<[1], offset: ?>> -> index
  return %p0, %p1, %p2 : index, index, index
}

func.func @branch(%m: memref<8x4xf32>, %i: index, %c: i1) -> (index) {
  %0 = memref.subview %m[%i, 1] [2, 2] [1, 1] : memref<8x4xf32> to memref<2x2xf32, strided<[4, 1], offset: ?>>
  cf.cond_br %c, ^a, ^b
^a:
  %p0 = memref.extract_aligned_pointer_as_index %0 : memref<2x2xf32, strided<[4, 1], offset: ?>> -> index
  return %p0 : index
^b:
  return %i : index
}
