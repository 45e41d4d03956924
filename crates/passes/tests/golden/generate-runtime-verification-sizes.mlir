// RUN: builtin.module(generate-runtime-verification{verbose-level=0 check-sizes=true})
// Unlike MLIR: its pass has no such option.
func.func @allocated(%n: index, %k: index) -> memref<4x?x?xf32> {
  %m = memref.alloc(%n, %k) : memref<4x?x?xf32>
  return %m : memref<4x?x?xf32>
}
func.func @on_the_stack(%n: index) {
  %m = memref.alloca(%n) : memref<?xi8>
  %fixed = memref.alloca() : memref<2xi8>
  return
}
func.func @moved(%m: memref<?xi8>, %n: index) -> memref<?xi8> {
  %r = memref.realloc %m(%n) : memref<?xi8> to memref<?xi8>
  return %r : memref<?xi8>
}
func.func @views(%m: memref<?x8xf32>, %n: index) {
  %part = memref.subview %m[0, 1] [%n, 2] [1, 1] : memref<?x8xf32> to memref<?x2xf32, strided<[8, 1], offset: 1>>
  %cast = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : memref<?x8xf32> to memref<?xf32>
  return
}
