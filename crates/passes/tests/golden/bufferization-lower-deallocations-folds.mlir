// RUN: --bufferization-lower-deallocations

// Ops of dialects that the pass does not know are folded; those of arith, func, memref and scf are not.
func.func @folds(%m: memref<4xi8>, %c: i1, %b: i1) -> (tensor<2xi64>, i64, vector<4xi32>) {
  %three = arith.constant 3 : i64
  %five = arith.constant 5 : i64
  %sum = arith.addi %three, %five : i64
  %pair = tensor.from_elements %three, %five : tensor<2xi64>
  %word = arith.constant 6 : i32
  %all = vector.broadcast %word : i32 to vector<4xi32>
  bufferization.dealloc (%m : memref<4xi8>) if (%c)
  return %pair, %sum, %all : tensor<2xi64>, i64, vector<4xi32>
}
