// RUN: --lower-vector-mask

// Transfers and gathers take the mask around them.
func.func @masked0(%m: vector<4xi1>, %mem: memref<8xf32>, %i: index, %f: f32, %p: vector<4xf32>) -> vector<4xf32> {
  %1 = vector.mask %m { vector.transfer_read %mem[%i], %f {in_bounds = [true]} : memref<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %1: vector<4xf32>
}
func.func @masked1(%m: vector<4xi1>, %mem: memref<8xf32>, %i: index, %f: f32, %p: vector<4xf32>) {
  vector.mask %m { vector.transfer_write %p, %mem[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32> } : vector<4xi1>
  return
}
func.func @masked2(%m: vector<4xi1>, %mem: memref<8xf32>, %i: index, %f: f32, %p: vector<4xf32>, %iv: vector<4xindex>, %m2: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.mask %m { vector.gather %mem[%i][%iv], %m2, %p : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %1 = vector.mask %m, %p { vector.transfer_read %mem[%i], %f {in_bounds = [true]} : memref<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @masked3(%m: vector<4xi1>, %a: vector<4xf32>, %f: f32) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %a, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}

// One that masks nothing selects lanes.
func.func @selected(%m: vector<4xi1>, %a: vector<4xf32>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.mask %m, %p { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
