// RUN: --convert-vector-to-llvm

func.func @aligned(%m: memref<?xf32>, %k: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  vector.compressstore %m[%c0], %k, %v {alignment = 8} : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %0 = vector.expandload %m[%c0], %k, %v {alignment = 16} : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @one_lane(%n: index, %c: i1) -> (vector<2x1xi1>, vector<1xi1>, vector<1xi1>, vector<2xi1>) {
  %c1 = arith.constant 1 : index
  %0 = vector.create_mask %n, %c1 : vector<2x1xi1>
  %yes = arith.constant dense<true> : vector<1xi1>
  %no = arith.constant dense<false> : vector<1xi1>
  %1 = arith.select %c, %yes, %no : vector<1xi1>
  %2 = arith.select %c, %no, %yes : vector<1xi1>
  %both = arith.constant dense<true> : vector<2xi1>
  %neither = arith.constant dense<false> : vector<2xi1>
  %3 = arith.select %c, %both, %neither : vector<2xi1>
  return %0, %1, %2, %3 : vector<2x1xi1>, vector<1xi1>, vector<1xi1>, vector<2xi1>
}
