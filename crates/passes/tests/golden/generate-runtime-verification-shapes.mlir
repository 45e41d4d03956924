// RUN: builtin.module(generate-runtime-verification{verbose-level=0 check-sizes=true})
// Unlike MLIR: its pass has no such option.
func.func @expanded(%m: memref<?x6xf32>, %n: index, %k: index) -> memref<?x4x?x3x2xf32> {
  %e = memref.expand_shape %m [[0, 1, 2], [3, 4]] output_shape [%n, 4, %k, 3, 2] : memref<?x6xf32> into memref<?x4x?x3x2xf32>
  return %e : memref<?x4x?x3x2xf32>
}
func.func @reshaped(%m: memref<?x2xf32>, %shape: memref<3xi32>, %any: memref<?xindex>) -> (memref<?x5x?xf32>, memref<*xf32>) {
  %r = memref.reshape %m(%shape) : (memref<?x2xf32>, memref<3xi32>) -> memref<?x5x?xf32>
  // How many dimensions there are is not known.
  %u = memref.reshape %m(%any) : (memref<?x2xf32>, memref<?xindex>) -> memref<*xf32>
  return %r, %u : memref<?x5x?xf32>, memref<*xf32>
}
func.func @viewed(%m: memref<?xi8>, %shift: index, %n: index) -> memref<3x?xf64> {
  %v = memref.view %m[%shift][%n] : memref<?xi8> to memref<3x?xf64>
  return %v : memref<3x?xf64>
}
