// RUN: --convert-vector-to-llvm

// Vectors of several dimensions are taken apart and gathered row by row.
func.func @elements(%a: vector<2x2xf32>) -> (f32, f32) {
  %0:4 = vector.to_elements %a : vector<2x2xf32>
  return %0#3, %0#1 : f32, f32
}

func.func @gather(%a: memref<8x8xf32>, %i: index, %at: vector<2x2xi32>, %bits: vector<2x2xi1>, %other: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.gather %a[%i, %i][%at], %bits, %other : memref<8x8xf32>, vector<2x2xi32>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// One element is read for all lanes; a vector without dimensions has one.
func.func @repeated(%a: memref<8x8xf32>, %i: index, %other: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %a[%i, %i], %other {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<8x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @single(%a: memref<f32>, %v: vector<f32>, %other: f32) -> vector<f32> {
  %0 = vector.transfer_read %a[], %other : memref<f32>, vector<f32>
  vector.transfer_write %v, %a[] : vector<f32>, memref<f32>
  return %0 : vector<f32>
}

// What all or no lanes are accessed of.
func.func @known(%a: memref<8xf32>, %i: index, %v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %all = arith.constant dense<true> : vector<4xi1>
  %none = arith.constant dense<false> : vector<4xi1>
  %0 = vector.expandload %a[%i], %all, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.expandload %a[%i], %none, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %a[%i], %all, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %a[%i], %none, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

func.func @poison_lane(%a: vector<4xf32>, %b: vector<2xf32>) -> vector<3xf32> {
  %0 = vector.shuffle %a, %b [4, -1, 0] : vector<4xf32>, vector<2xf32>
  return %0 : vector<3xf32>
}
