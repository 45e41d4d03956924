// RUN: --convert-vector-to-llvm

func.func @ms(%m: memref<?xf32>, %i: index, %mask: vector<[4]xi1>, %p: f32) -> vector<[4]xf32> {
  %0 = vector.transfer_read %m[%i], %p, %mask {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

func.func @ms2(%m: memref<?xf32>, %i: index, %mask: vector<[4]xi1>, %p: f32) -> vector<[4]xf32> {
  %0 = vector.transfer_read %m[%i], %p, %mask : memref<?xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

func.func @ms3(%m: memref<?xf32>, %i: index, %v: vector<[4]xf32>, %mask: vector<[4]xi1>) {
  vector.transfer_write %v, %m[%i], %mask : vector<[4]xf32>, memref<?xf32>
  return
}

func.func @ms4(%m: memref<?xf32>, %i: index, %v: vector<[4]xf32>, %mask: vector<[4]xi1>) {
  vector.transfer_write %v, %m[%i], %mask {in_bounds = [true]} : vector<[4]xf32>, memref<?xf32>
  return
}

func.func @ms5(%m: memref<?xf32>, %i: index, %v: vector<[4]xf32>, %mask: vector<[4]xi1>, %p : f32) -> vector<[4]xf32> {
  vector.transfer_write %v, %m[%i] : vector<[4]xf32>, memref<?xf32>
  %0 = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

func.func @ms7(%m: memref<16xf32>, %i: index, %n: index, %p : f32) -> vector<[4]xf32> {
  %mask = vector.create_mask %n : vector<[4]xi1>
  %0 = vector.transfer_read %m[%i], %p, %mask : memref<16xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

func.func @ms8(%m: memref<16xf32>, %i: index, %p : f32) -> vector<[4]xf32> {
  %mask = vector.constant_mask [4] : vector<[4]xi1>
  %0 = vector.transfer_read %m[%i], %p, %mask : memref<16xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

func.func @ms9(%m: memref<16xf32>, %i: index, %p : f32) -> vector<[4]xf32> {
  %mask = arith.constant dense<true> : vector<[4]xi1>
  %0 = vector.transfer_read %m[%i], %p, %mask : memref<16xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
