// RUN: --convert-vector-to-scf

// A write to a tensor makes a new one.
func.func @transposed(%t: tensor<4x4xf32>, %v: vector<2x3xf32>, %i: index) -> tensor<4x4xf32> {
  %0 = vector.transfer_write %v, %t[%i, %i] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x3xf32>, tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// Nothing is masked.
func.func @unmasked(%a: memref<?x?xf32>, %i: index, %other: f32) -> vector<2x4xf32> {
  %bits = arith.constant dense<true> : vector<2x4xi1>
  %0 = vector.mask %bits { vector.transfer_read %a[%i, %i], %other : memref<?x?xf32>, vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// One element is read for all lanes.
func.func @repeated(%a: memref<8x8xf32>, %i: index, %other: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %a[%i, %i], %other {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<8x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
