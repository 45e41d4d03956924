// RUN: --fold-memref-alias-ops

func.func @subview(%m: memref<12x32xf32>, %a: index, %b: index, %c: index, %i: index, %j: index, %v: f32) -> f32 {
  %0 = memref.subview %m[%a, 3] [4, 4] [%b, 2] : memref<12x32xf32> to memref<4x4xf32, strided<[?, 2], offset: ?>>
  %1 = memref.load %0[%i, %j] {alignment = 8} : memref<4x4xf32, strided<[?, 2], offset: ?>>
  memref.store %v, %0[%i, %c] {nontemporal = true, other} : memref<4x4xf32, strided<[?, 2], offset: ?>>
  return %1 : f32
}

func.func @dropped(%m: memref<12x4x32xf32>, %a: index, %v: vector<4xf32>, %mask: vector<4xi1>) -> vector<4xf32> {
  %0 = memref.subview %m[%a, 1, 0] [1, 1, 4] [1, 1, 1] : memref<12x4x32xf32> to memref<4xf32, strided<[1], offset: ?>>
  %1 = vector.load %0[%a] {nontemporal = true} : memref<4xf32, strided<[1], offset: ?>>, vector<4xf32>
  vector.store %1, %0[%a] : memref<4xf32, strided<[1], offset: ?>>, vector<4xf32>
  %2 = vector.maskedload %0[%a], %mask, %v : memref<4xf32, strided<[1], offset: ?>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %0[%a], %mask, %2 : memref<4xf32, strided<[1], offset: ?>>, vector<4xi1>, vector<4xf32>
  return %2 : vector<4xf32>
}

func.func @transfers(%m: memref<12x4x32xf32>, %a: index, %f: f32, %mask: vector<2xi1>) {
  %0 = memref.subview %m[%a, 1, 0] [2, 1, 4] [1, 1, 1] : memref<12x4x32xf32> to memref<2x4xf32, strided<[128, 1], offset: ?>>
  %1 = vector.transfer_read %0[%a, %a], %f {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<2x4xf32, strided<[128, 1], offset: ?>>, vector<4x2xf32>
  %2 = vector.transfer_read %0[%a, %a], %f, %mask {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d0, 0)>} : memref<2x4xf32, strided<[128, 1], offset: ?>>, vector<2x4xf32>
  vector.transfer_write %1, %0[%a, %a] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x2xf32>, memref<2x4xf32, strided<[128, 1], offset: ?>>
  // What may be out of bounds here may be within the whole memory.
  vector.transfer_write %2, %0[%a, %a] {in_bounds = [true, false]} : vector<2x4xf32>, memref<2x4xf32, strided<[128, 1], offset: ?>>
  return
}

func.func @loops(%m: memref<12x32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 8 {
    %0 = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>
    scf.for %j = %c0 to %n step %c1 {
      %1 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
      %2 = memref.load %0[%1, %j] : memref<4x4xf32, strided<[32, 1], offset: ?>>
      memref.store %2, %0[%c1, %i] : memref<4x4xf32, strided<[32, 1], offset: ?>>
    }
  }
  return
}

func.func @expanded(%m: memref<?x32xf32>, %n: index, %i: index, %f: f32, %v: vector<4xf32>) -> f32 {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 4, 32] : memref<?x32xf32> into memref<?x4x32xf32>
  %1 = memref.load %0[%i, %n, %i] {nontemporal = true} : memref<?x4x32xf32>
  memref.store %1, %0[%n, %i, %i] : memref<?x4x32xf32>
  %2 = vector.load %0[%i, %i, %i] {nontemporal = true} : memref<?x4x32xf32>, vector<4xf32>
  %3 = vector.transfer_read %0[%i, %n, %i], %f : memref<?x4x32xf32>, vector<4xf32>
  %4 = vector.transfer_read %0[%i, %n, %i], %f {permutation_map = affine_map<(d0, d1, d2) -> (d1)>} : memref<?x4x32xf32>, vector<4xf32>
  %5 = vector.transfer_read %0[%i, %n, %i], %f {in_bounds = [true, false]} : memref<?x4x32xf32>, vector<2x4xf32>
  vector.transfer_write %3, %0[%i, %n, %i] : vector<4xf32>, memref<?x4x32xf32>
  vector.store %4, %0[%i, %n, %i] : memref<?x4x32xf32>, vector<4xf32>
  vector.store %5, %0[%i, %n, %i] : memref<?x4x32xf32>, vector<2x4xf32>
  return %1 : f32
}

func.func @collapsed(%m: memref<?x4x8xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) -> f32 {
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<?x4x8xf32> into memref<?x8xf32>
  %1 = memref.load %0[%i, %i] : memref<?x8xf32>
  %2 = vector.load %0[%i, %i] : memref<?x8xf32>, vector<2x4xf32>
  vector.store %2, %0[%i, %i] {nontemporal = true} : memref<?x8xf32>, vector<2x4xf32>
  vector.maskedstore %0[%i, %i], %mask, %v : memref<?x8xf32>, vector<4xi1>, vector<4xf32>
  return %1 : f32
}

func.func @no_dimensions(%m: memref<1x1xf32>, %n: memref<f32>, %i: index, %f: f32) -> f32 {
  %0 = memref.collapse_shape %m [] : memref<1x1xf32> into memref<f32>
  %1 = memref.load %0[] : memref<f32>
  %2 = memref.expand_shape %n [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  memref.store %1, %2[%i, %i] : memref<1x1xf32>
  return %1 : f32
}

func.func @merged(%m: memref<12x4x32xf32>, %a: index, %b: index) -> (memref<2x3xf32, strided<[128, 1], offset: ?>>, memref<2x?xf32, strided<[128, 2], offset: ?>>) {
  %0 = memref.subview %m[%a, 1, %b] [4, 1, 4] [1, 1, 1] : memref<12x4x32xf32> to memref<4x4xf32, strided<[128, 1], offset: ?>>
  %1 = memref.subview %0[%a, 1] [2, 3] [1, 1] : memref<4x4xf32, strided<[128, 1], offset: ?>> to memref<2x3xf32, strided<[128, 1], offset: ?>>
  %2 = memref.subview %0[%a, 1] [2, %b] [1, 2] : memref<4x4xf32, strided<[128, 1], offset: ?>> to memref<2x?xf32, strided<[128, 2], offset: ?>>
  return %1, %2 : memref<2x3xf32, strided<[128, 1], offset: ?>>, memref<2x?xf32, strided<[128, 2], offset: ?>>
}

// Ops of affine are left alone.
func.func @affine(%m: memref<12x32xf32>, %a: index) {
  %0 = memref.subview %m[%a, 0] [4, 4] [1, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>
  affine.for %i = 0 to 4 {
    %1 = affine.load %0[%i, %i] : memref<4x4xf32, strided<[32, 1], offset: ?>>
    affine.store %1, %0[%i, 0] : memref<4x4xf32, strided<[32, 1], offset: ?>>
  }
  return
}
