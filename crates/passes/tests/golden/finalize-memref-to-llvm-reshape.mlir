// RUN: --finalize-memref-to-llvm

func.func @rr(%a: memref<?xf32>, %s: memref<3xi32>) -> memref<?x2x?xf32> {
  %0 = memref.reshape %a(%s) : (memref<?xf32>, memref<3xi32>) -> memref<?x2x?xf32>
  return %0 : memref<?x2x?xf32>
}
func.func @rs(%a: memref<10xf32>, %s: memref<2xindex>) -> memref<2x5xf32> {
  %0 = memref.reshape %a(%s) : (memref<10xf32>, memref<2xindex>) -> memref<2x5xf32>
  return %0 : memref<2x5xf32>
}
func.func @ru(%a: memref<10xf32>, %s: memref<?xindex>) -> memref<*xf32> {
  %0 = memref.reshape %a(%s) : (memref<10xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
}
func.func @behind(%a: memref<10xf32>, %s: memref<?xindex>, %c: i1) -> memref<*xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = memref.reshape %a(%s) : (memref<10xf32>, memref<?xindex>) -> memref<*xf32>
  "test.use"() : () -> ()
  return %0 : memref<*xf32>
^bb2:
  %1 = memref.cast %a : memref<10xf32> to memref<*xf32>
  return %1 : memref<*xf32>
}
func.func @from_unranked(%a: memref<*xf32>, %s: memref<?xindex>) -> memref<*xf32> {
  %0 = memref.reshape %a(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
}
