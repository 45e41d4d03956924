// RUN: --convert-vector-to-llvm
// Transfers to and from tensors stay, with a mask of the elements that are there.

func.func @static(%t: tensor<8x6xf32>, %i: index, %pad: f32) -> (tensor<8x6xf32>, vector<4xf32>) {
  %0 = vector.transfer_read %t[%i, %i], %pad : tensor<8x6xf32>, vector<4xf32>
  %1 = vector.transfer_write %0, %t[%i, %i] : vector<4xf32>, tensor<8x6xf32>
  return %1, %0 : tensor<8x6xf32>, vector<4xf32>
}

func.func @dynamic(%t: tensor<?x?xf32>, %i: index, %pad: f32) -> (tensor<?x?xf32>, vector<4xf32>) {
  %0 = vector.transfer_read %t[%i, %i], %pad : tensor<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_write %0, %t[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return %1, %0 : tensor<?x?xf32>, vector<4xf32>
}

func.func @masked(%t: tensor<?xf32>, %m: vector<4xi1>, %i: index, %pad: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %t[%i], %pad, %m : tensor<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @in_bounds(%t: tensor<?xf32>, %i: index, %pad: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %t[%i], %pad {in_bounds = [true]} : tensor<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// Two dimensions are for `convert-vector-to-scf`.
func.func @two_dimensions(%t: tensor<?x?xf32>, %i: index, %pad: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %t[%i, %i], %pad : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
