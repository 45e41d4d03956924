// RUN: builtin.module(func.func(convert-vector-to-scf{lower-tensors full-unroll}))

func.func @read(%t: tensor<?x5xi32>, %i: index, %other: i32) -> vector<3x2xi32> {
  %v = vector.transfer_read %t[%i, %i], %other : tensor<?x5xi32>, vector<3x2xi32>
  return %v : vector<3x2xi32>
}

// Each write gives a tensor, which the loops carry.
func.func @write(%t: tensor<?x?x6xi32>, %i: index, %v: vector<2x3x4xi32>, %bits: vector<2x3x4xi1>) -> tensor<?x?x6xi32> {
  %r = vector.transfer_write %v, %t[%i, %i, %i], %bits {in_bounds = [false, true, true]}
      : vector<2x3x4xi32>, tensor<?x?x6xi32>
  return %r : tensor<?x?x6xi32>
}

func.func @transposed(%t: tensor<9x9xi32>, %i: index, %v: vector<3x2xi32>) -> tensor<9x9xi32> {
  %r = vector.transfer_write %v, %t[%i, %i] {in_bounds = [true, true], permutation_map = affine_map<(a, b) -> (b, a)>}
      : vector<3x2xi32>, tensor<9x9xi32>
  return %r : tensor<9x9xi32>
}

// Vectors of one dimension, and memory, as without the option.
func.func @others(%t: tensor<?xi32>, %m: memref<?x?xi32>, %i: index, %v: vector<4xi32>, %w: vector<2x2xi32>) -> tensor<?xi32> {
  %r = vector.transfer_write %v, %t[%i] : vector<4xi32>, tensor<?xi32>
  vector.transfer_write %w, %m[%i, %i] : vector<2x2xi32>, memref<?x?xi32>
  return %r : tensor<?xi32>
}
