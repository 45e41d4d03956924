// RUN: builtin.module(generate-runtime-verification{verbose-level=0 check-sizes=true})
// Unlike MLIR: its pass has no such option.
func.func @of_several_sizes(%a: index, %b: index, %c: index) -> memref<?x3x?x?xcomplex<f64>> {
  %m = memref.alloc(%a, %b, %c) : memref<?x3x?x?xcomplex<f64>>
  return %m : memref<?x3x?x?xcomplex<f64>>
}
func.func @vectors(%n: index) -> memref<?xvector<3x4xi24>> {
  %m = memref.alloc(%n) : memref<?xvector<3x4xi24>>
  return %m : memref<?xvector<3x4xi24>>
}
func.func @fixed() -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  return %m : memref<4xf32>
}
func.func @of_unknown_size(%n: index) -> memref<?xmemref<?xf32>> {
  %m = memref.alloc(%n) : memref<?xmemref<?xf32>>
  return %m : memref<?xmemref<?xf32>>
}
