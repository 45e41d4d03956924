#map = affine_map<(d0, d1) -> (d1, d0)>
memref.global "private" constant @c : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global @u : memref<2x2xi32> = uninitialized
memref.global "private" @ext : memref<2xi64> {alignment = 64 : i64}
memref.global "public" @splat : memref<4x4xi8, 1> = dense<7> {my.attr}
func.func @alloc(%n: index, %m: index) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc(%n, %m) : memref<?x?xf32>
  %c = memref.alloc(%n) {alignment = 16 : i64} : memref<?x4xf32, 3>
  %d = memref.alloca()[%n] : memref<4x4xf32, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
  %e = memref.alloca(%n) : memref<?xi8>
  %f = memref.realloc %e : memref<?xi8> to memref<64xi8>
  %g = memref.realloc %e(%n) {alignment = 8 : i64} : memref<?xi8> to memref<?xi8>
  memref.dealloc %a : memref<4xf32>
  %h = memref.cast %b : memref<?x?xf32> to memref<*xf32>
  memref.dealloc %h : memref<*xf32>
  %i = memref.assume_alignment %a, 16 : memref<4xf32>
  %j:2 = memref.distinct_objects %a, %a : memref<4xf32>, memref<4xf32>
  return
}
func.func @access(%a: memref<4x?xf32>, %i: index, %v: f32, %u: memref<*xf32>) -> f32 {
  %0 = memref.load %a[%i, %i] : memref<4x?xf32>
  %1 = memref.load %a[%i, %i] {nontemporal = true, alignment = 4 : i64} : memref<4x?xf32>
  memref.store %0, %a[%i, %i] : memref<4x?xf32>
  memref.store %0, %a[%i, %i] {nontemporal = true} : memref<4x?xf32>
  memref.store %0, %a[%i, %i] {nontemporal = false, foo} : memref<4x?xf32>
  %c0 = arith.constant 0 : index
  %2 = memref.dim %a, %c0 : memref<4x?xf32>
  %3 = memref.dim %u, %i : memref<*xf32>
  %4 = memref.rank %u : memref<*xf32>
  memref.copy %a, %a : memref<4x?xf32> to memref<4x?xf32>
  memref.prefetch %a[%i, %i], read, locality<3>, data : memref<4x?xf32>
  memref.prefetch %a[%i, %i], write, locality<0>, instr : memref<4x?xf32>
  %5 = memref.atomic_rmw addf %v, %a[%i, %i] : (f32, memref<4x?xf32>) -> f32
  %6 = memref.generic_atomic_rmw %a[%i, %i] : memref<4x?xf32> {
  ^bb0(%cur: f32):
    %7 = arith.addf %cur, %v : f32
    memref.atomic_yield %7 : f32
  }
  %8 = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %v : f32
  }
  memref.alloca_scope {
    %9 = memref.alloca() : memref<f32>
  }
  %z:2 = memref.alloca_scope -> (f32, index) {
    memref.alloca_scope.return %v, %i : f32, index
  }
  return %0 : f32
}
func.func @views(%a: memref<8x16xf32>, %i: index, %b: memref<2048xi8>, %u: memref<*xf32>, %s: memref<2xindex>, %d: memref<?x?xf32, strided<[?, ?], offset: ?>>, %as : memref<f32, 1>) {
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  %1 = memref.subview %a[%i, 0] [4, %i] [1, %i] : memref<8x16xf32> to memref<4x?xf32, strided<[16, ?], offset: ?>>
  %2 = memref.subview %a[1, 0] [1, 4] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[1], offset: 16>>
  %3 = memref.reinterpret_cast %a to offset: [0], sizes: [4, %i], strides: [%i, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[?, 1]>>
  %4 = memref.reinterpret_cast %u to offset: [%i], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[], offset: ?>>
  %5 = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  %6 = memref.collapse_shape %a [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %7 = memref.view %b[%i][] : memref<2048xi8> to memref<8x4xf32>
  %8 = memref.view %b[%i][%i, %i] : memref<2048xi8> to memref<?x4x?xf32>
  %9 = memref.transpose %d (i, j) -> (j, i) : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, affine_map<(d0, d1)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2)>>
  %10 = memref.reshape %u(%s) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %11, %12, %13:2, %14:2 = memref.extract_strided_metadata %d : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  %15 = memref.extract_aligned_pointer_as_index %a : memref<8x16xf32> -> index
  %16 = memref.memory_space_cast %as : memref<f32, 1> to memref<f32, 2>
  %17 = memref.get_global @c : memref<4xf32>
  %18 = memref.expand_shape %d [[0, 1], [2]] output_shape [%i, 4, %i] : memref<?x?xf32, strided<[?, ?], offset: ?>> into memref<?x4x?xf32, strided<[?, ?, ?], offset: ?>>
  %19 = memref.collapse_shape %as [] : memref<f32,1> into memref<f32, 1>
  return
}
func.func @dma(%a: memref<8x16xf32>, %i: index, %b: memref<8x16xf32, 1>, %t: memref<1xi32>) {
  memref.dma_start %a[%i, %i], %b[%i, %i], %i, %t[%i] : memref<8x16xf32>, memref<8x16xf32, 1>, memref<1xi32>
  memref.dma_start %a[%i, %i], %b[%i, %i], %i, %t[%i], %i, %i : memref<8x16xf32>, memref<8x16xf32, 1>, memref<1xi32>
  memref.dma_wait %t[%i], %i : memref<1xi32>
  return
}
func.func @kept_order(%a: memref<?x?xf32>, %b: memref<3x?xf32>) {
  %0 = memref.transpose %a (i, j) -> (i, j) : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %1 = memref.transpose %b (i, j) -> (j, i) : memref<3x?xf32> to memref<?x3xf32, strided<[1, ?]>>
  return
}
