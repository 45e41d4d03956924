// RUN: --buffer-deallocation-simplification

func.func private @f(%t: memref<8xf32>) -> memref<8xf32>

// What is retained may be what is freed by another name.
func.func @retained_but_freed(%a: memref<8xf32>, %c: i1) -> (memref<8xf32>, memref<8xf32>) {
  %true = arith.constant true
  %0 = call @f(%a) : (memref<8xf32>) -> (memref<8xf32>)
  %1 = call @f(%0) : (memref<8xf32>) -> (memref<8xf32>)
  %2 = call @f(%1) : (memref<8xf32>) -> (memref<8xf32>)
  %b, %o, %s, %st = memref.extract_strided_metadata %0 : memref<8xf32> -> memref<f32>, index, index, index
  %b2, %o2, %s2, %st2 = memref.extract_strided_metadata %1 : memref<8xf32> -> memref<f32>, index, index, index
  %3:2 = bufferization.dealloc (%b, %b2 : memref<f32>, memref<f32>) if (%true, %true) retain (%2, %1 : memref<8xf32>, memref<8xf32>)
  return %2, %1 : memref<8xf32>, memref<8xf32>
}
