// RUN: --expand-strided-metadata

func.func @space(%m: memref<?x4xf32, strided<[?, ?], offset: ?>, 1>) -> (memref<f32>, index, index, index, index, index) {
  %c = memref.memory_space_cast %m : memref<?x4xf32, strided<[?, ?], offset: ?>, 1> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<?x4xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}

func.func @space2(%m: memref<3x4xf32, 1>) -> (memref<f32, 2>, index, index, index, index, index) {
  %c = memref.memory_space_cast %m : memref<3x4xf32, 1> to memref<3x4xf32, 2>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<3x4xf32, 2> -> memref<f32, 2>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32, 2>, index, index, index, index, index
}

func.func @align(%m: memref<?x4xf32, strided<[?, ?], offset: ?>>) -> (memref<f32>, index, index, index, index, index, memref<?x4xf32, strided<[?, ?], offset: ?>>) {
  %c = memref.assume_alignment %m, 16 : memref<?x4xf32, strided<[?, ?], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<?x4xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1, %c : memref<f32>, index, index, index, index, index, memref<?x4xf32, strided<[?, ?], offset: ?>>
}

func.func @align2(%m: memref<3x4xf32>) -> (memref<f32>, index, index, index, index, index) {
  %c = memref.assume_alignment %m, 16 : memref<3x4xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<3x4xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}

func.func @castm(%m: memref<8x4xf32>, %i: index) -> (memref<f32>, index, index, index, index, index, memref<f32>, index) {
  %c = memref.cast %m : memref<8x4xf32> to memref<?x?xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %b2, %o2 = memref.extract_strided_metadata %b : memref<f32> -> memref<f32>, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1, %b2, %o2 : memref<f32>, index, index, index, index, index, memref<f32>, index
}

func.func @dyn(%m: memref<?xf32, strided<[?], offset: ?>>) -> (memref<f32>, index, index, index, memref<f32>, index) {
  %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
  %b2, %o2 = memref.extract_strided_metadata %b : memref<f32> -> memref<f32>, index
  return %b, %o, %s, %t, %b2, %o2 : memref<f32>, index, index, index, memref<f32>, index
}
