// RUN: --generate-runtime-verification

func.func @accesses(%m: memref<?x4xf32>, %n: memref<f32>, %i: index, %v: f32) -> f32 {
  %c2 = arith.constant 2 : index
  %0 = memref.load %m[%i, %c2] : memref<?x4xf32>
  memref.store %0, %m[%i, %i] : memref<?x4xf32>
  %1 = memref.atomic_rmw addf %v, %m[%c2, %i] : (f32, memref<?x4xf32>) -> f32
  %2 = memref.generic_atomic_rmw %m[%i, %i] : memref<?x4xf32> {
  ^bb0(%x: f32):
    memref.atomic_yield %x : f32
  }
  %3 = memref.load %n[] : memref<f32>
  return %3 : f32
}

func.func @casts(%u: memref<*xf32>, %m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %n: memref<3x7xf32>) {
  %0 = memref.cast %u : memref<*xf32> to memref<?x8xf32>
  %1 = memref.cast %m : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4x?xf32, strided<[?, 1], offset: 5>>
  %2 = memref.cast %m : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<*xf32>
  %3 = memref.cast %n : memref<3x7xf32> to memref<?x7xf32>
  return
}

func.func @views(%m: memref<?x4xf32>, %i: index) {
  %0 = memref.subview %m[%i, 0] [2, %i] [1, 2] : memref<?x4xf32> to memref<2x?xf32, strided<[4, 2], offset: ?>>
  %1 = memref.expand_shape %m [[0, 1], [2]] output_shape [%i, 4, 4] : memref<?x4xf32> into memref<?x4x4xf32>
  %2 = memref.reinterpret_cast %m to offset: [%i], sizes: [2, 3], strides: [3, 1] : memref<?x4xf32> to memref<2x3xf32, strided<[3, 1], offset: ?>>
  return
}

func.func @others(%m: memref<?x?xf32>, %n: memref<?x?xf32>, %u: memref<*xf32>, %t: tensor<*xf32>, %i: index) {
  memref.copy %m, %n : memref<?x?xf32> to memref<?x?xf32>
  %0 = memref.dim %u, %i : memref<*xf32>
  %1 = tensor.dim %t, %i : tensor<*xf32>
  %2 = memref.assume_alignment %m, 16 : memref<?x?xf32>
  return
}

func.func @structured(%a: memref<4x?xf32>, %b: memref<?x8xf32>, %c: memref<?x?xf32>, %k: memref<?xf32>, %v: f32, %p: memref<f32>) {
  linalg.matmul ins(%a, %b : memref<4x?xf32>, memref<?x8xf32>) outs(%c : memref<?x?xf32>)
  linalg.fill ins(%v : f32) outs(%p : memref<f32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 - d1 + 3)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%k : memref<?xf32>) outs(%c : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// Messages show values as they are called before, and locations.
func.func @names(%k: memref<?xf32>, %i: index) {
  %0 = memref.load %k[%i] {large = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]> : tensor<17xi32>} : memref<?xf32> loc("there"("a.mlir":3:4))
  cf.br ^bb1(%0 : f32)
^bb1(%x: f32):
  %1:2 = scf.execute_region -> (index, index) {
    %2 = memref.dim %k, %i : memref<?xf32>
    scf.yield %2, %2 : index, index
  }
  memref.store %x, %k[%1#1] : memref<?xf32> loc(callsite("there" at unknown))
  return
}
