// RUN: --one-shot-bufferize=bufferize-function-boundaries
// Unlike MLIR: what a masked op writes to is copied before it, where that is needed. MLIR refuses it in a mask, and forgets the contents otherwise.

func.func @copied(%t: tensor<?xf32>, %i: index, %v: vector<4xf32>, %m: vector<4xi1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %w = vector.mask %m { vector.transfer_write %v, %t[%i] {in_bounds = [true]} : vector<4xf32>, tensor<?xf32> }
    : vector<4xi1> -> tensor<?xf32>
  return %w, %t : tensor<?xf32>, tensor<?xf32>
}

func.func @operand(%t: tensor<4xi32>, %i: index, %v: vector<4xi32>, %m: vector<4xi1>) -> (tensor<4xi32>, tensor<4xi32>) {
  %w = vector.transfer_write %v, %t[%i], %m {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  return %w, %t : tensor<4xi32>, tensor<4xi32>
}
