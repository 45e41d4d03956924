func.func private @use(memref<*xf32>)
func.func private @usei(index)
func.func @reduced(%a: memref<8x16x4xf32>, %n: index, %d: memref<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = memref.subview %a[%n, 0, 0] [1, %c4, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<?x4xf32, strided<[4, 1], offset: ?>>
  %1 = memref.cast %0 : memref<?x4xf32, strided<[4, 1], offset: ?>> to memref<*xf32>
  func.call @use(%1) : (memref<*xf32>) -> ()
  %2 = memref.subview %d[%n, 0, 0] [1, %n, 4] [1, 1, 1] : memref<?x?x?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %3 = memref.dim %2, %c0 : memref<?x4xf32, strided<[?, 1], offset: ?>>
  func.call @usei(%3) : (index) -> ()
  %4 = memref.dim %2, %c1 : memref<?x4xf32, strided<[?, 1], offset: ?>>
  func.call @usei(%4) : (index) -> ()
  %5 = memref.dim %d, %c1 : memref<?x?x?xf32>
  func.call @usei(%5) : (index) -> ()
  %6 = memref.dim %d, %n : memref<?x?x?xf32>
  func.call @usei(%6) : (index) -> ()
  return
}
func.func @twice(%a: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %a[%n, %n] [%n, 4] [1, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %1 = memref.subview %0[0, 0] [%n, 4] [1, 1] : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %2 = memref.cast %1 : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<*xf32>
  func.call @use(%2) : (memref<*xf32>) -> ()
  return
}
func.func @metadata(%a: memref<?x4xf32>, %s: memref<8x4xf32, strided<[8, 1], offset: ?>>) -> (memref<?x4xf32>, memref<8x4xf32, strided<[8, 1], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %b, %o, %s0:2, %t:2 = memref.extract_strided_metadata %a : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %0 = memref.reinterpret_cast %b to offset: [0], sizes: [%s0#0, 4], strides: [4, 1] : memref<f32> to memref<?x4xf32>
  %b1, %o1, %s1:2, %t1:2 = memref.extract_strided_metadata %s : memref<8x4xf32, strided<[8, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %1 = memref.reinterpret_cast %b1 to offset: [%o1], sizes: [8, 4], strides: [8, 1] : memref<f32> to memref<8x4xf32, strided<[8, 1], offset: ?>>
  %2 = memref.reinterpret_cast %b1 to offset: [%o1], sizes: [%s1#0, %s1#1], strides: [%t1#0, %t1#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0, %1, %2 : memref<?x4xf32>, memref<8x4xf32, strided<[8, 1], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>
}
func.func @loop(%n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %d = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d step %c1 {
    memref.store %f, %a[%i] : memref<?xf32>
  }
  %x = memref.load %a[%c0] : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return %x : f32
}
func.func @scopes(%f: f32) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %1 = arith.addf %f, %f : f32
    memref.alloca_scope.return %1 : f32
  }
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
    %b = memref.cast %a : memref<4xf32> to memref<*xf32>
    func.call @use(%b) : (memref<*xf32>) -> ()
  }
  return %0 : f32
}
func.func @spaces(%a: memref<4xf32>) -> (memref<4xf32>, memref<4xf32, 2>, memref<4xf32>) {
  %0 = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 1>
  %1 = memref.memory_space_cast %0 : memref<4xf32, 1> to memref<4xf32>
  %2 = memref.memory_space_cast %0 : memref<4xf32, 1> to memref<4xf32, 2>
  %3 = memref.assume_alignment %a, 16 : memref<4xf32>
  %4 = memref.assume_alignment %3, 16 : memref<4xf32>
  return %1, %2, %4 : memref<4xf32>, memref<4xf32, 2>, memref<4xf32>
}
func.func @order(%a: memref<2x3x4xf32>) -> (memref<2x3x4xf32>, memref<4x3x2xf32, strided<[1, 4, 12]>>, memref<?x?xf32>) {
  %0 = memref.transpose %a (i, j, k) -> (k, i, j) : memref<2x3x4xf32> to memref<4x2x3xf32, strided<[1, 12, 4]>>
  %1 = memref.transpose %0 (i, j, k) -> (j, k, i) : memref<4x2x3xf32, strided<[1, 12, 4]>> to memref<2x3x4xf32>
  %2 = memref.transpose %0 (i, j, k) -> (i, k, j) : memref<4x2x3xf32, strided<[1, 12, 4]>> to memref<4x3x2xf32, strided<[1, 4, 12]>>
  %3 = memref.collapse_shape %a [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %4 = memref.cast %3 : memref<6x4xf32> to memref<?x?xf32>
  return %1, %2, %4 : memref<2x3x4xf32>, memref<4x3x2xf32, strided<[1, 4, 12]>>, memref<?x?xf32>
}
func.func @shapes(%a: memref<24xf32>, %b: memref<2x3x4xf32>, %n: index, %c: memref<?x4xf32>) -> (memref<2x3x4xf32>, memref<24xf32>, memref<6x4xf32>, memref<?xf32>, memref<2x12xf32>) {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [6, 4] : memref<24xf32> into memref<6x4xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : memref<6x4xf32> into memref<2x3x4xf32>
  %2 = memref.collapse_shape %b [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %3 = memref.collapse_shape %2 [[0, 1]] : memref<6x4xf32> into memref<24xf32>
  %4 = memref.collapse_shape %b [[0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
  %5 = memref.expand_shape %4 [[0, 1]] output_shape [6, 4] : memref<24xf32> into memref<6x4xf32>
  %6 = memref.cast %b : memref<2x3x4xf32> to memref<?x3x4xf32>
  %7 = memref.collapse_shape %6 [[0, 1, 2]] : memref<?x3x4xf32> into memref<?xf32>
  %8 = memref.expand_shape %b [[0], [1], [2, 3]] output_shape [2, 3, 2, 2] : memref<2x3x4xf32> into memref<2x3x2x2xf32>
  %9 = memref.collapse_shape %8 [[0], [1, 2, 3]] : memref<2x3x2x2xf32> into memref<2x12xf32>
  return %1, %3, %5, %7, %9 : memref<2x3x4xf32>, memref<24xf32>, memref<6x4xf32>, memref<?xf32>, memref<2x12xf32>
}
func.func @reshaped(%a: memref<*xf32>, %s: memref<2xindex>, %t: memref<2xi32>, %n: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %0 = memref.reshape %a(%s) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %1 = memref.dim %0, %c1 : memref<?x?xf32>
  %2 = memref.dim %0, %n : memref<?x?xf32>
  %3 = memref.reshape %a(%t) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
  %4 = memref.dim %3, %c1 : memref<?x?xf32>
  return %1, %2, %4 : index, index, index
}
func.func @empty(%a: memref<0x4xf32>, %b: memref<?x4xf32>) {
  memref.copy %a, %b : memref<0x4xf32> to memref<?x4xf32>
  %0 = memref.cast %b : memref<?x4xf32> to memref<0x4xf32>
  %1 = memref.alloc() : memref<0xf32>
  memref.dealloc %1 : memref<0xf32>
  return
}
func.func @atomics(%a: memref<8xf32>, %f: f32, %i: index) -> (f32, memref<8xf32>) {
  %0 = memref.cast %a : memref<8xf32> to memref<?xf32>
  %1 = memref.atomic_rmw addf %f, %0[%i] : (f32, memref<?xf32>) -> f32
  memref.prefetch %0[%i], read, locality<2>, data : memref<?xf32>
  %2 = memref.alloc() : memref<8xf32>
  %3 = memref.cast %2 : memref<8xf32> to memref<?xf32>
  memref.copy %3, %0 : memref<?xf32> to memref<?xf32>
  return %1, %2 : f32, memref<8xf32>
}
func.func @bytes(%b: memref<64xi8>, %n: index) -> (memref<?xf32>, memref<64xi8>, memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %0 = memref.view %b[%c0][%c16] : memref<64xi8> to memref<?xf32>
  %1 = memref.view %b[%c0][] : memref<64xi8> to memref<64xi8>
  %2 = memref.alloc() : memref<64xi8>
  %3 = memref.cast %2 : memref<64xi8> to memref<?xi8>
  %4 = memref.view %3[%n][] : memref<?xi8> to memref<16xf32>
  return %0, %1, %4 : memref<?xf32>, memref<64xi8>, memref<16xf32>
}

// Splitting dimensions goes before a cast where constant sizes are as many elements as are known.
func.func @split_of_cast(%a: memref<8xf32, strided<[2], offset: 5>>, %b: memref<4x?xf32>, %k: index) -> (memref<?x4xf32, strided<[?, ?], offset: ?>>, memref<?x2x?xf32>) {
  %c2 = arith.constant 2 : index
  %0 = memref.cast %a : memref<8xf32, strided<[2], offset: 5>> to memref<?xf32, strided<[?], offset: ?>>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [%c2, 4] : memref<?xf32, strided<[?], offset: ?>> into memref<?x4xf32, strided<[?, ?], offset: ?>>
  %2 = memref.cast %b : memref<4x?xf32> to memref<?x?xf32>
  %3 = memref.expand_shape %2 [[0, 1], [2]] output_shape [%c2, 2, %k] : memref<?x?xf32> into memref<?x2x?xf32>
  return %1, %3 : memref<?x4xf32, strided<[?, ?], offset: ?>>, memref<?x2x?xf32>
}

func.func @split_of_unknown(%a: memref<8xf32>, %b: memref<?x8xf32>, %k: index) -> (memref<?x4xf32>, memref<?x2x?xf32>) {
  %c8 = arith.constant 8 : index
  %c2 = arith.constant 2 : index
  %0 = memref.cast %a : memref<8xf32> to memref<?xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [%k, 4] : memref<?xf32> into memref<?x4xf32>
  %2 = memref.cast %b : memref<?x8xf32> to memref<?x?xf32>
  %3 = memref.expand_shape %2 [[0, 1], [2]] output_shape [%c2, 2, %c8] : memref<?x?xf32> into memref<?x2x?xf32>
  return %1, %3 : memref<?x4xf32>, memref<?x2x?xf32>
}

// One list of a slice after the other; what would be outside of memory stays, as do strides with a zero among them.
func.func @lists(%m: memref<8xf32>, %n: memref<8x8x8xf32>) -> (memref<?xf32, strided<[1], offset: ?>>, memref<1x1x1xf32, strided<[64, ?, ?]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %a = memref.subview %m[%c2] [%c7] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: ?>>
  %b = memref.subview %n[0, 0, 0] [1, 1, 1] [1, %c1, %c0] : memref<8x8x8xf32> to memref<1x1x1xf32, strided<[64, ?, ?]>>
  return %a, %b : memref<?xf32, strided<[1], offset: ?>>, memref<1x1x1xf32, strided<[64, ?, ?]>>
}
func.func @never_reached(%c: i1) {
  %c2 = arith.constant 2 : index
  %m = memref.alloc(%c2) : memref<?x2xf32>
  scf.if %c {
    %part = memref.subview %m[5, %c2] [1, 1] [1, 1] : memref<?x2xf32> to memref<1x1xf32, strided<[2, 1], offset: ?>>
    %any = memref.cast %part : memref<1x1xf32, strided<[2, 1], offset: ?>> to memref<*xf32>
    func.call @use(%any) : (memref<*xf32>) -> ()
  }
  return
}
func.func @same_shapes(%m: memref<?xf32>, %n: index) -> (memref<?xf32>, memref<?xf32>) {
  %a = memref.collapse_shape %m [[0]] : memref<?xf32> into memref<?xf32>
  %b = memref.expand_shape %m [[0]] output_shape [%n] : memref<?xf32> into memref<?xf32>
  return %a, %b : memref<?xf32>, memref<?xf32>
}
