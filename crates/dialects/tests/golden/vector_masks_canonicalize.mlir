// What is known of masks, and gathers and scatters of consecutive elements.

func.func @h(%v: vector<4xf32>, %m: memref<?x8xf32>, %i: index, %k: vector<4xi1>, %jx: vector<4xindex>, %t: tensor<?x8xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, tensor<?x8xf32>, vector<4xf32>, vector<4xf32>) {
  %true = vector.constant_mask [4] : vector<4xi1>
  %f = vector.constant_mask [0] : vector<4xi1>
  %ix = vector.step : vector<4xindex>
  %iy = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %iz = arith.constant dense<[0, 1, 3, 3]> : vector<4xi32>
  %27 = vector.gather %m[%i, %i] [%ix], %k, %v {alignment = 8 : i64} : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %28 = vector.gather %m[%i, %i] [%iy], %k, %v : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %29 = vector.gather %m[%i, %i] [%iz], %k, %v : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %30 = vector.gather %m[%i, %i] [%jx], %f, %v : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %31 = vector.gather %t[%i, %i] [%ix], %k, %v : tensor<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%jx], %f, %v : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%i, %i] [%ix], %k, %v {alignment = 8 : i64} : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%i, %i] [%ix], %true, %v {alignment = 8 : i64} : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %32 = vector.scatter %t[%i, %i] [%jx], %f, %v : tensor<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<?x8xf32>
  %33 = vector.maskedload %m[%i, %i], %true, %v {alignment = 8 : i64} : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %true, %v {alignment = 8 : i64} : memref<?x8xf32>, vector<4xi1>, vector<4xf32>
  return %27, %28, %29, %30, %32, %33, %31: vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, tensor<?x8xf32>, vector<4xf32>, vector<4xf32>
}
