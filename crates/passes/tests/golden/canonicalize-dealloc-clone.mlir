// RUN: --canonicalize

// A clone is allocated, though it also copies.
func.func @clone(%a: memref<?xf32>) -> memref<?xf32> {
  %true = arith.constant true
  %new = bufferization.clone %a : memref<?xf32> to memref<?xf32>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %new : memref<?xf32> -> memref<f32>, index, index, index
  %owned = bufferization.dealloc (%base : memref<f32>) if (%true) retain (%new : memref<?xf32>)
  return %new : memref<?xf32>
}
