// Lanes of vectors that follow each other in memory, and memory of vectors.
func.func @lanes(%m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.expandload %m[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %mask, %0 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @cast(%m: memref<2x4xf32>) -> memref<vector<2x4xf32>> {
  %0 = vector.type_cast %m : memref<2x4xf32> to memref<vector<2x4xf32>>
  return %0 : memref<vector<2x4xf32>>
}
