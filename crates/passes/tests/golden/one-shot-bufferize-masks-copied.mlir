// RUN: --one-shot-bufferize=bufferize-function-boundaries
// Unlike MLIR: what a masked op writes is copied before the mask, where that is needed. MLIR refuses it.

func.func @copied(%t: tensor<?xf32>, %i: index, %v: vector<4xf32>, %m: vector<4xi1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %w = vector.mask %m { vector.transfer_write %v, %t[%i] {in_bounds = [true]} : vector<4xf32>, tensor<?xf32> }
    : vector<4xi1> -> tensor<?xf32>
  return %w, %t : tensor<?xf32>, tensor<?xf32>
}
