// RUN: --canonicalize
// Unlike MLIR: it takes the wrong dimension for the one that is lacking, which its verifier refuses.

// Strides that are not known do not tell which dimensions of one element are there: sizes do.
func.func @row(%a: memref<?x8x?x?xf32>, %d: memref<1x4xf32>) {
  %o = arith.constant 0 : index
  %r = memref.subview %a[4, 4, 2, %o] [1, 4, 1, 1] [3, 1, 3, 3] : memref<?x8x?x?xf32> to memref<1x4xf32, strided<[?, ?], offset: ?>>
  memref.copy %r, %d : memref<1x4xf32, strided<[?, ?], offset: ?>> to memref<1x4xf32>
  return
}

// What is merged of no element and of a number that is not known is not known.
func.func @merged(%n: index) -> memref<?x?x?xi64> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc(%n, %c0, %n, %n) : memref<?x?x?x?xi64>
  %r = memref.collapse_shape %m [[0], [1, 2], [3]] : memref<?x?x?x?xi64> into memref<?x?x?xi64>
  return %r : memref<?x?x?xi64>
}
