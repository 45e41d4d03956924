// RUN: --canonicalize
// Dimensions that are split and merged again, with sizes that are not known.
func.func @by_two(%a: memref<?xi32>, %n: index) -> memref<?x4xi32> {
  %split = memref.expand_shape %a [[0, 1, 2]] output_shape [2, %n, 4] : memref<?xi32> into memref<2x?x4xi32>
  %merged = memref.collapse_shape %split [[0, 1], [2]] : memref<2x?x4xi32> into memref<?x4xi32>
  return %merged : memref<?x4xi32>
}
func.func @several(%a: memref<?xi32>, %n: index, %m: index) -> memref<?x4xi32> {
  %split = memref.expand_shape %a [[0, 1, 2, 3, 4, 5]] output_shape [5, %n, 2, %m, 3, 4] : memref<?xi32> into memref<5x?x2x?x3x4xi32>
  %merged = memref.collapse_shape %split [[0, 1, 2, 3, 4], [5]] : memref<5x?x2x?x3x4xi32> into memref<?x4xi32>
  return %merged : memref<?x4xi32>
}
func.func @by_one(%a: memref<?xi32>, %n: index) -> memref<?x12xi32> {
  %split = memref.expand_shape %a [[0, 1, 2, 3]] output_shape [%n, 1, 3, 4] : memref<?xi32> into memref<?x1x3x4xi32>
  %merged = memref.collapse_shape %split [[0, 1], [2, 3]] : memref<?x1x3x4xi32> into memref<?x12xi32>
  return %merged : memref<?x12xi32>
}
func.func @constant(%a: memref<?xi32>) -> memref<?x4xi32> {
  %c4 = arith.constant 4 : index
  %split = memref.expand_shape %a [[0, 1, 2]] output_shape [%c4, 2, 4] : memref<?xi32> into memref<?x2x4xi32>
  %merged = memref.collapse_shape %split [[0, 1], [2]] : memref<?x2x4xi32> into memref<?x4xi32>
  return %merged : memref<?x4xi32>
}
func.func @two_groups(%a: memref<6x?xi32>, %n: index, %b: memref<?xi32>, %m: index) -> (memref<6x2x?xi32>, memref<?x?xi32>) {
  %c2 = arith.constant 2 : index
  %0 = memref.expand_shape %a [[0, 1], [2, 3, 4]] output_shape [3, 2, 2, %n, 5] : memref<6x?xi32> into memref<3x2x2x?x5xi32>
  %1 = memref.collapse_shape %0 [[0, 1], [2], [3, 4]] : memref<3x2x2x?x5xi32> into memref<6x2x?xi32>
  %2 = memref.expand_shape %b [[0, 1, 2, 3]] output_shape [%n, %c2, %m, 4] : memref<?xi32> into memref<?x?x?x4xi32>
  %3 = memref.collapse_shape %2 [[0, 1], [2, 3]] : memref<?x?x?x4xi32> into memref<?x?xi32>
  return %1, %3 : memref<6x2x?xi32>, memref<?x?xi32>
}
func.func @kept(%a: memref<?x8xi32, strided<[?, ?], offset: ?>>, %n: index, %m: index) -> memref<?x?x8xi32, strided<[?, ?, ?], offset: ?>> {
  %0 = memref.expand_shape %a [[0, 1, 2], [3]] output_shape [%n, 2, %m, 8] : memref<?x8xi32, strided<[?, ?], offset: ?>> into memref<?x2x?x8xi32, strided<[?, ?, ?, ?], offset: ?>>
  %1 = memref.collapse_shape %0 [[0, 1], [2], [3]] : memref<?x2x?x8xi32, strided<[?, ?, ?, ?], offset: ?>> into memref<?x?x8xi32, strided<[?, ?, ?], offset: ?>>
  return %1 : memref<?x?x8xi32, strided<[?, ?, ?], offset: ?>>
}
