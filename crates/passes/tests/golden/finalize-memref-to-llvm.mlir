// RUN: --finalize-memref-to-llvm

memref.global "private" constant @table : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
memref.global @counter : memref<i64> = dense<7> {alignment = 64 : i64}
memref.global "private" @scratch : memref<4xi32> = uninitialized
memref.global "private" @elsewhere : memref<4xi32>

func.func @allocations(%n: index) {
  %0 = memref.alloc() : memref<f32>
  %1 = memref.alloc() : memref<4x8xf32>
  %2 = memref.alloc(%n) : memref<4x?x3xf32>
  %3 = memref.alloc(%n) {alignment = 64 : i64} : memref<?xi8>
  %4 = memref.alloc() : memref<2xvector<4xf32>>
  %5 = memref.alloc() : memref<0xi32>
  %6 = memref.alloca() : memref<2x3xi16>
  %7 = memref.alloca(%n) {alignment = 32 : i64} : memref<?xindex>
  memref.dealloc %1 : memref<4x8xf32>
  return
}

func.func @accesses(%m: memref<4x?xf32>, %s: memref<4x8xf32, strided<[?, 2], offset: ?>>, %o: memref<4xf32, strided<[1], offset: 5>>, %i: index, %f: f32) -> (f32, f32, f32) {
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  %1 = memref.load %s[%i, %i] : memref<4x8xf32, strided<[?, 2], offset: ?>>
  %2 = memref.load %o[%i] {nontemporal = true} : memref<4xf32, strided<[1], offset: 5>>
  memref.store %f, %m[%i, %i] {alignment = 8 : i64} : memref<4x?xf32>
  memref.prefetch %m[%i, %i], write, locality<2>, data : memref<4x?xf32>
  %a = memref.assume_alignment %o, 16 : memref<4xf32, strided<[1], offset: 5>>
  return %0, %1, %2 : f32, f32, f32
}

func.func @globals() -> (f32, i64) {
  %c0 = arith.constant 0 : index
  %0 = memref.get_global @table : memref<2x2xf32>
  %1 = memref.load %0[%c0, %c0] : memref<2x2xf32>
  %2 = memref.get_global @counter : memref<i64>
  %3 = memref.load %2[] : memref<i64>
  return %1, %3 : f32, i64
}

func.func @metadata(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index) -> (index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.dim %m, %c0 : memref<4x?xf32>
  %1 = memref.dim %m, %c1 : memref<4x?xf32>
  %2 = memref.dim %m, %i : memref<4x?xf32>
  %3 = memref.dim %u, %c1 : memref<*xf32>
  %4 = memref.rank %m : memref<4x?xf32>
  %5 = memref.rank %u : memref<*xf32>
  %6 = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
  return %0, %1, %2, %3, %4, %5, %6 : index, index, index, index, index, index, index
}

func.func private @take(memref<*xf32>, memref<?x?xf32>)

func.func @casts(%m: memref<4x?xf32>, %u: memref<*xf32>, %n: index, %b: memref<64xi8>, %near: memref<4xf32, 3>) {
  %0 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<?x?xf32>
  func.call @take(%0, %1) : (memref<*xf32>, memref<?x?xf32>) -> ()
  %2 = memref.reinterpret_cast %m to offset: [%n], sizes: [%n, 4], strides: [%n, 1] : memref<4x?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %3 = memref.reinterpret_cast %u to offset: [0], sizes: [10], strides: [1] : memref<*xf32> to memref<10xf32>
  %4 = memref.transpose %m (i, j) -> (j, i) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
  %5 = memref.view %b[%n][%n] : memref<64xi8> to memref<?x4xf32>
  %6 = memref.memory_space_cast %near : memref<4xf32, 3> to memref<4xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return
}

func.func @copies(%m: memref<4x?xf32>, %s: memref<4x?xf32, strided<[?, 1], offset: ?>>, %u: memref<*xf32>, %o: memref<4x4xf32, strided<[4, 1], offset: ?>>) {
  memref.copy %m, %m : memref<4x?xf32> to memref<4x?xf32>
  memref.copy %o, %o : memref<4x4xf32, strided<[4, 1], offset: ?>> to memref<4x4xf32, strided<[4, 1], offset: ?>>
  memref.copy %m, %s : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  memref.copy %u, %m : memref<*xf32> to memref<4x?xf32>
  memref.dealloc %u : memref<*xf32>
  return
}

func.func @atomics(%m: memref<10xi32>, %g: memref<10xf32>, %i: index, %x: i32, %f: f32) -> i32 {
  %0 = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<10xi32>) -> i32
  %1 = memref.atomic_rmw maximumf %f, %g[%i] : (f32, memref<10xf32>) -> f32
  %2 = memref.atomic_rmw mulf %f, %g[%i] : (f32, memref<10xf32>) -> f32
  %3 = memref.generic_atomic_rmw %m[%i] : memref<10xi32> {
  ^bb0(%seen: i32):
    %new = llvm.mul %seen, %x : i32
    memref.atomic_yield %new : i32
  }
  return %3 : i32
}

func.func @scope(%x: i32) -> i32 {
  %0 = memref.alloca_scope -> (i32) {
    %m = memref.alloca() : memref<4xi32>
    memref.alloca_scope.return %x : i32
  }
  memref.alloca_scope {
    memref.alloca_scope.return
  }
  return %0 : i32
}

func.func @blocks(%m: memref<4xf32>) -> memref<4xf32> {
  cf.br ^next(%m : memref<4xf32>)
^next(%n: memref<4xf32>):
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %n, %0 : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
