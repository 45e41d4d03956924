// Contractions, masked ops and reductions along dimensions, in every form they can be written in.
#mv = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>]
#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
#dot = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>]
func.func @c(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>, %v: vector<3xf32>, %w: vector<2xf32>, %f: f32) -> (vector<2x4xf32>, vector<2xf32>, f32) {
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %1 = vector.contract {indexing_maps = #mv, iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %v, %w : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  %2 = vector.contract {indexing_maps = #dot, iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %f : vector<3xf32>, vector<3xf32> into f32
  return %0, %1, %2 : vector<2x4xf32>, vector<2xf32>, f32
}
func.func @m(%m: vector<4xi1>, %a: vector<4xf32>, %f: f32, %mem: memref<8xf32>, %i: index, %p: vector<4xf32>) -> (f32, vector<4xf32>) {
  %0 = vector.mask %m { vector.reduction <add>, %a, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
  vector.mask %m { vector.transfer_write %a, %mem[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32> } : vector<4xi1>
  %1 = vector.mask %m, %p { vector.transfer_read %mem[%i], %f {in_bounds = [true]} : memref<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %m { } : vector<4xi1>
  %2 = vector.mask %m { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}
func.func @r(%a: vector<2x3x4xf32>, %b: vector<2x4xf32>, %c: vector<3xf32>, %f: f32, %i: vector<4xi32>, %j: i32) -> (vector<2x4xf32>, vector<3xf32>, f32, i32) {
  %0 = vector.multi_reduction <add>, %a, %b [1] : vector<2x3x4xf32> to vector<2x4xf32>
  %1 = vector.multi_reduction <mul>, %a, %c [0, 2] : vector<2x3x4xf32> to vector<3xf32>
  %2 = vector.multi_reduction <maximumf>, %a, %f [0, 1, 2] : vector<2x3x4xf32> to f32
  %3 = vector.multi_reduction <xor>, %i, %j [0] : vector<4xi32> to i32
  return %0, %1, %2, %3 : vector<2x4xf32>, vector<3xf32>, f32, i32
}
func.func @c34(%a: vector<2x3xf16>, %b: vector<3x4xf16>, %c: vector<2x4xf32>) {
  %0 = vector.contract {foo = 1, indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c {bar = 2} : vector<2x3xf16>, vector<3x4xf16> into vector<2x4xf32>
  return
}
func.func @c37(%a: vector<2x3x1xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (k, j)>, affine_map<(i, j, k, l) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} %a, %b, %c : vector<2x3x1xf32>, vector<3x4xf32> into vector<2x4xf32>
  return
}
func.func @c38(%a: vector<2x3xf16>, %b: vector<3x4xf16>, %c: vector<2x4xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf16>, vector<3x4xf16>, vector<2x4xf32> into vector<2x4xf32>
  return
}
