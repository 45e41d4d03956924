// RUN: --finalize-memref-to-llvm

// Memrefs that share no memory.
func.func @d(%a: memref<?xf32>, %b: memref<4xi32>, %c: memref<f32>) -> (memref<?xf32>, memref<4xi32>) {
  %0, %1 = memref.distinct_objects %a, %b : memref<?xf32>, memref<4xi32>
  return %0, %1 : memref<?xf32>, memref<4xi32> }
func.func @e(%a: memref<?xf32>) -> (memref<?xf32>) {
  %0 = memref.distinct_objects %a : memref<?xf32>
  return %0: memref<?xf32> }
func.func @f(%a: memref<?xf32>, %b: memref<4xi32, strided<[1], offset: 3>>, %c: memref<f32>) -> (memref<?xf32>, memref<4xi32, strided<[1], offset: 3>>, memref<f32>) {
  %0:3 = memref.distinct_objects %a, %b, %c : memref<?xf32>, memref<4xi32, strided<[1], offset: 3>>, memref<f32>
  return %0#0, %0#1, %0#2 : memref<?xf32>, memref<4xi32, strided<[1], offset: 3>>, memref<f32> }
