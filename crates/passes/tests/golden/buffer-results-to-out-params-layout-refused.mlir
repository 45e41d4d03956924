// RUN: --buffer-results-to-out-params

// expected-error@below {{cannot create out param for result with unsupported layout}}
func.func private @part(%a: memref<4xf32>) -> memref<2xf32, strided<[1], offset: 1>> {
  %0 = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  return %0 : memref<2xf32, strided<[1], offset: 1>>
}
