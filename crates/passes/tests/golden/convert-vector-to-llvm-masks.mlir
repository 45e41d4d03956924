// RUN: --convert-vector-to-llvm

func.func @a(%v: vector<4xf32>, %m: memref<?x8xf32>, %i: index, %k: vector<4xi1>, %a: f32, %d: memref<?xf32>) -> (vector<4xf32>, vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %i], %k : vector<4xf32>, memref<?x8xf32>
  %18 = vector.transfer_read %d[%i], %a, %k : memref<?xf32>, vector<4xf32>
  %19 = vector.transfer_read %m[%i, %i], %a, %k {in_bounds = [true]}: memref<?x8xf32>, vector<4xf32>
  return %18, %19 : vector<4xf32>, vector<4xf32>
}
func.func @g(%v: vector<4xf32>, %m: memref<?x8xf32>, %i: index, %k: vector<4xi1>, %ix: vector<4xindex>, %jx: vector<4xi32>) -> (vector<4xf32>, vector<4xf32>) {
  %27 = vector.gather %m[%i, %i] [%ix], %k, %v : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %28 = vector.gather %m[%i, %i] [%jx], %k, %v {alignment = 16 : i64}: memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%ix], %k, %v : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return %27, %28: vector<4xf32>, vector<4xf32>
}
func.func @h(%v: vector<4xf32>, %m: memref<?x8xf32>, %i: index, %ix: vector<4xindex>) -> (vector<4xf32>, vector<4xf32>) {
  %t = vector.constant_mask [4] : vector<4xi1>
  %f = vector.constant_mask [0] : vector<4xi1>
  %27 = vector.gather %m[%i, %i] [%ix], %t, %v : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %28 = vector.gather %m[%i, %i] [%ix], %f, %v : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%ix], %f, %v : memref<?x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return %27, %28: vector<4xf32>, vector<4xf32>
}
func.func @known_masks(%v: vector<4xf32>, %m: memref<?x8xf32>, %i: index, %k: vector<4xi1>, %jx: vector<4xindex>, %t: tensor<?x8xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, tensor<?x8xf32>, vector<4xf32>, vector<4xf32>) {
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
