// RUN: --buffer-deallocation-simplification

// All that is retained is freed in any case: it belongs to who retains it.
func.func @all(%a: memref<?xf32>, %b: memref<?xf32>) -> (i1, i1) {
  %true = arith.constant true
  %r:2 = bufferization.dealloc (%a, %b : memref<?xf32>, memref<?xf32>) if (%true, %true)
                               retain (%a, %b : memref<?xf32>, memref<?xf32>)
  return %r#0, %r#1 : i1, i1
}
func.func @more(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) -> (i1, i1) {
  %true = arith.constant true
  %r:2 = bufferization.dealloc (%a, %b, %c : memref<?xf32>, memref<?xf32>, memref<?xf32>) if (%true, %true, %true)
                               retain (%a, %b : memref<?xf32>, memref<?xf32>)
  return %r#0, %r#1 : i1, i1
}
// One of them is, and that is known.
func.func @one(%a: memref<?xf32>, %b: memref<?xf32>, %c: i1) -> (i1, i1) {
  %true = arith.constant true
  %r:2 = bufferization.dealloc (%a, %b : memref<?xf32>, memref<?xf32>) if (%true, %c)
                               retain (%a, %b : memref<?xf32>, memref<?xf32>)
  return %r#0, %r#1 : i1, i1
}
// The base of what is retained.
func.func @base(%a: memref<?xf32>, %b: memref<?xf32>) -> (i1, i1) {
  %true = arith.constant true
  %base, %offset, %size, %stride = memref.extract_strided_metadata %a : memref<?xf32> -> memref<f32>, index, index, index
  %r:2 = bufferization.dealloc (%base, %b : memref<f32>, memref<?xf32>) if (%true, %true)
                               retain (%a, %b : memref<?xf32>, memref<?xf32>)
  return %r#0, %r#1 : i1, i1
}
