// Transfers to and from tensors: what is written is read, read back, written again.

func.func @transfer_tensor_raw(%t: tensor<4x4xf32>, %v: vector<1x4xf32>, %p: f32) -> (vector<1x4xf32>, vector<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %v, %t[%c1, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_read %0[%c1, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<1x4xf32>
  %2 = vector.transfer_write %1, %0[%c2, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %3 = vector.transfer_read %2[%c1, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<1x4xf32>
  return %1, %3 : vector<1x4xf32>, vector<1x4xf32>
}

func.func @transfer_tensor_waw(%t: tensor<4x4xf32>, %v: vector<1x4xf32>, %w: vector<1x4xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %v, %t[%c1, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %v, %0[%c2, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %2 = vector.transfer_write %w, %1[%c1, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

func.func @transfer_tensor_riw(%t: tensor<4xf32>, %u: tensor<4xf32>, %p: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %t[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %1 = vector.transfer_write %0, %u[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %2 = vector.transfer_write %0, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

func.func @transfer_tensor_bcast(%t: tensor<4x4x4xf32>, %v: vector<4x1xf32>, %p: f32) -> vector<1x100x4x5xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (d2, d1)>} : vector<4x1xf32>, tensor<4x4x4xf32>
  %1 = vector.transfer_read %0[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = affine_map<(d0, d1, d2) -> (d1, 0, d2, 0)>} : tensor<4x4x4xf32>, vector<1x100x4x5xf32>
  return %1 : vector<1x100x4x5xf32>
}

func.func @transfer_more(%t: tensor<?x?xf32>, %v: vector<4xf32>, %w: vector<4xf32>, %p: f32, %i: index, %j: index) -> (tensor<?x?xf32>, vector<4xf32>, tensor<?x?xf32>) {
  %0 = vector.transfer_write %v, %t[%i, %j] : vector<4xf32>, tensor<?x?xf32>
  %1 = vector.transfer_write %w, %0[%i, %j] : vector<4xf32>, tensor<?x?xf32>
  %2 = vector.transfer_read %1[%i, %j], %p : tensor<?x?xf32>, vector<4xf32>
  %3 = vector.transfer_read %t[%i, %j], %p : tensor<?x?xf32>, vector<4xf32>
  %4 = vector.transfer_write %3, %t[%i, %j] : vector<4xf32>, tensor<?x?xf32>
  return %1, %2, %4 : tensor<?x?xf32>, vector<4xf32>, tensor<?x?xf32>
}

func.func @transfer_bcast2(%t: tensor<8x8xf32>, %v: vector<4xf32>, %p: f32) -> (vector<3x4xf32>, vector<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] : vector<4xf32>, tensor<8x8xf32>
  %1 = vector.transfer_read %0[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : tensor<8x8xf32>, vector<3x4xf32>
  %2 = vector.transfer_read %0[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : tensor<8x8xf32>, vector<4x3xf32>
  return %1, %2 : vector<3x4xf32>, vector<4x3xf32>
}

func.func @transfer_dead(%t: tensor<4xf32>, %v: vector<4xf32>, %p: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] : vector<4xf32>, tensor<4xf32>
  %1 = vector.transfer_read %t[%c0], %p : tensor<4xf32>, vector<4xf32>
  return %1 : vector<4xf32>
}
