// RUN: --canonicalize
// Unlike MLIR: what is read or written by a mask is not the whole. MLIR does not look at the masks.

func.func @written_back(%t: tensor<4xi32>, %mask: vector<4xi1>, %pad: i32) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %x = vector.transfer_read %t[%c0], %pad, %mask {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  %r = vector.transfer_write %x, %t[%c0] {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @written_to_another(%t: tensor<4xi32>, %u: tensor<4xi32>, %mask: vector<4xi1>, %pad: i32) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %x = vector.transfer_read %t[%c0], %pad {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  %r = vector.transfer_write %x, %u[%c0], %mask {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @read_again(%t: tensor<4xi32>, %v: vector<4xi32>, %mask: vector<4xi1>, %pad: i32) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  %r = vector.mask %mask { vector.transfer_read %w[%c0], %pad {in_bounds = [true]} : tensor<4xi32>, vector<4xi32> }
    : vector<4xi1> -> vector<4xi32>
  return %r : vector<4xi32>
}

func.func @written_again(%t: tensor<4xi32>, %v: vector<4xi32>, %w: vector<4xi32>, %mask: vector<4xi1>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %x = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  %y = vector.mask %mask { vector.transfer_write %w, %x[%c0] {in_bounds = [true]} : vector<4xi32>, tensor<4xi32> }
    : vector<4xi1> -> tensor<4xi32>
  return %y : tensor<4xi32>
}
