// RUN: --convert-vector-to-llvm
// Unlike MLIR: it leaves these ops.

func.func @gather(%m: memref<?x?xf32, strided<[?, 2]>>, %x: vector<4xi32>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.gather %m[%c0, %c0][%x], %k, %p
    : memref<?x?xf32, strided<[?, 2]>>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @scatter(%m: memref<?xf32, strided<[?]>>, %x: vector<4xindex>, %k: vector<4xi1>, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  vector.scatter %m[%c0][%x], %k, %v : memref<?xf32, strided<[?]>>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}
