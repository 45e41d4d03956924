// Brackets around a single integer mean nothing in these lists.
func.func @f(%m: memref<8x8xf32>, %i: index) -> memref<2x2xf32, strided<[8, 1], offset: ?>> {
  %0 = memref.subview %m[[1], %i] [2, [2]] [1, 1]
      : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
  return %0 : memref<2x2xf32, strided<[8, 1], offset: ?>>
}
