// RUN: --convert-vector-to-llvm

// Reductions and outer products under masks.
func.func @masked0(%m: vector<4xi1>, %a: vector<4xf32>, %f: f32) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %a, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
func.func @masked1(%m: vector<4xi1>, %a: vector<4xf32>) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
func.func @masked2(%m: vector<4xi1>, %a: vector<4xf32>) -> f32 {
  %0 = vector.mask %m { vector.reduction <mul>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
func.func @masked3(%m: vector<4xi1>, %a: vector<4xf32>) -> f32 {
  %0 = vector.mask %m { vector.reduction <minnumf>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
func.func @masked4(%m: vector<4xi1>, %a: vector<4xf32>) -> f32 {
  %0 = vector.mask %m { vector.reduction <maxnumf>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
func.func @masked6(%m: vector<4xi1>, %a: vector<4xi8>, %f: i8) -> i8 {
  %0 = vector.mask %m { vector.reduction <maxsi>, %a, %f : vector<4xi8> into i8 } : vector<4xi1> -> i8
  return %0 : i8
}
func.func @masked7(%m: vector<4xi1>, %a: vector<4xi8>, %f: i8) -> i8 {
  %0 = vector.mask %m { vector.reduction <maxsi>, %a : vector<4xi8> into i8 } : vector<4xi1> -> i8
  return %0 : i8
}
func.func @masked8(%m: vector<4xi1>, %a: vector<4xi8>, %f: i8) -> i8 {
  %0 = vector.mask %m { vector.reduction <and>, %a : vector<4xi8> into i8 } : vector<4xi1> -> i8
  return %0 : i8
}
func.func @masked9(%m: vector<4xi1>, %mem: memref<8xf32>, %i: index, %f: f32, %p: vector<4xf32>) -> vector<4xf32> {
  %1 = vector.mask %m { vector.transfer_read %mem[%i], %f {in_bounds = [true]} : memref<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %1: vector<4xf32>
}
func.func @masked10(%m: vector<4xi1>, %mem: memref<8xf32>, %i: index, %f: f32, %p: vector<4xf32>) {
  vector.mask %m { vector.transfer_write %p, %mem[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32> } : vector<4xi1>
  return
}
func.func @masked11(%m: vector<3xi1>, %v: vector<3xf32>, %f: f32) -> f32 {
  %2 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %f : vector<3xf32>, vector<3xf32> into f32 } : vector<3xi1> -> f32
  return %2 : f32
}
func.func @masked12(%m: vector<2x3xi1>, %v: vector<3xf32>, %w: vector<2xf32>, %a: vector<2x3xf32>) -> vector<2x3xf32> {
  %2 = vector.mask %m { vector.outerproduct %w, %v, %a : vector<2xf32>, vector<3xf32> } : vector<2x3xi1> -> vector<2x3xf32>
  return %2 : vector<2x3xf32>
}
func.func @masked13(%m: vector<2x3xi1>, %a: vector<2x3xf32>,%b: vector<3xf32>) -> vector<3xf32> {
  %2 = vector.mask %m { vector.multi_reduction <add>, %a, %b [0] : vector<2x3xf32> to vector<3xf32> } : vector<2x3xi1> -> vector<3xf32>
  return %2: vector<3xf32>
}
