// Folding and canonicalisation of contractions, masked ops and extracted parts.
#dot = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>]
#mm = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
func.func @unit_dims(%a: vector<2x1xf32>, %b: vector<2xf32>, %c: vector<1x1xi32>, %d: i32) -> (vector<2xf32>, i32) {
  %0 = vector.multi_reduction <add>, %a, %b [1] : vector<2x1xf32> to vector<2xf32>
  %1 = vector.multi_reduction <minsi>, %c, %d [0, 1] : vector<1x1xi32> to i32
  return %0, %1 : vector<2xf32>, i32
}
func.func @mask0(%v: vector<3xf32>, %f: f32, %a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) -> (f32, vector<2x4xf32>) {
  %z = arith.constant 0.0 : f32
  %zz = arith.constant dense<0.0> : vector<2x4xf32>
  %2 = vector.contract {indexing_maps = #dot, iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %z : vector<3xf32>, vector<3xf32> into f32
  %3 = arith.addf %2, %f : f32
  %0 = vector.contract {indexing_maps = #mm, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %zz : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %1 = arith.addf %0, %c : vector<2x4xf32>
  return %3, %1 : f32, vector<2x4xf32>
}
func.func @mask1(%m: vector<4xi1>, %a: vector<4xf32>, %p: vector<4xf32>, %f: f32, %mem: memref<8xf32>, %i: index) -> (vector<4xf32>, vector<4xf32>, f32, f32, f32) {
  vector.mask %m { } : vector<4xi1>
  %0 = vector.mask %m { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %1 = vector.mask %m, %p { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %t = vector.constant_mask [4] : vector<4xi1>
  %t2 = vector.constant_mask [0] : vector<4xi1>
  %t3 = arith.constant dense<true> : vector<4xi1>
  %2 = vector.mask %t { vector.reduction <add>, %a, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %3 = vector.mask %t2 { vector.reduction <add>, %a, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %4 = vector.mask %t3 { vector.reduction <add>, %a, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %5 = vector.mask %m { vector.reduction <add>, %a, %f : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, f32, f32, f32
}
func.func @mask2(%m: vector<1xi1>, %a: vector<1xf32>, %p: vector<1xf32>, %f: f32) -> (f32, f32, f32, f32) {
  %2 = vector.mask %m { vector.reduction <add>, %a, %f : vector<1xf32> into f32 } : vector<1xi1> -> f32
  %3 = vector.mask %m { vector.reduction <add>, %a : vector<1xf32> into f32 } : vector<1xi1> -> f32
  %4 = vector.reduction <add>, %a, %f : vector<1xf32> into f32
  %5 = vector.reduction <add>, %a : vector<1xf32> into f32
  return %2, %3, %4, %5 : f32, f32, f32, f32
}
func.func @mask3(%m: vector<4xi1>, %mem: memref<4xf32>, %a: vector<4xf32>, %f: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.mask %m { vector.transfer_read %mem[%c0], %f : memref<4xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %m { vector.transfer_write %a, %mem[%c0] : vector<4xf32>, memref<4xf32> } : vector<4xi1>
  return %0 : vector<4xf32>
}
func.func @extract0(%v: vector<4xf32>, %w: vector<3x4xf32>, %u: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, f32, f32) {
  %0 = vector.insert %v, %w [1] : vector<4xf32> into vector<3x4xf32>
  %1 = vector.insert %u, %0 [2] : vector<4xf32> into vector<3x4xf32>
  %2 = vector.extract %1[0] : vector<4xf32> from vector<3x4xf32>
  %f = vector.extract %1[0, 1] : f32 from vector<3x4xf32>
  %3 = vector.extract %1[1] : vector<4xf32> from vector<3x4xf32>
  %g = vector.extract %1[1, 3] : f32 from vector<3x4xf32>
  return %2, %3, %f, %g : vector<4xf32>, vector<4xf32>, f32, f32
}
func.func @extract1(%f: f32, %w: vector<3x4xf32>, %u: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, f32) {
  %0 = vector.insert %f, %w [0, 1] : f32 into vector<3x4xf32>
  %1 = vector.insert %u, %0 [2] : vector<4xf32> into vector<3x4xf32>
  %2 = vector.extract %1[0] : vector<4xf32> from vector<3x4xf32>
  %3 = vector.extract %1[1] : vector<4xf32> from vector<3x4xf32>
  %g = vector.extract %1[0, 3] : f32 from vector<3x4xf32>
  return %2, %3, %g : vector<4xf32>, vector<4xf32>, f32
}
func.func @extract2(%w: vector<2x4x3xf32>) -> (vector<3xf32>, f32, vector<4x3xf32>) {
  %0 = vector.shape_cast %w : vector<2x4x3xf32> to vector<8x3xf32>
  %1 = vector.extract %0[5] : vector<3xf32> from vector<8x3xf32>
  %2 = vector.extract %0[5, 1] : f32 from vector<8x3xf32>
  %3 = vector.shape_cast %w : vector<2x4x3xf32> to vector<1x2x4x3xf32>
  %4 = vector.extract %3[0, 1] : vector<4x3xf32> from vector<1x2x4x3xf32>
  return %1, %2, %4 : vector<3xf32>, f32, vector<4x3xf32>
}
func.func @extract3(%w: vector<12xf32>, %x: vector<2x6xf32>) -> (vector<12xf32>, f32, vector<4xf32>, f32) {
  %0 = vector.shape_cast %w : vector<12xf32> to vector<1x12xf32>
  %1 = vector.extract %0[0] : vector<12xf32> from vector<1x12xf32>
  %2 = vector.shape_cast %x : vector<2x6xf32> to vector<3x4xf32>
  %3 = vector.extract %2[2, 1] : f32 from vector<3x4xf32>
  %4 = vector.extract %2[2] : vector<4xf32> from vector<3x4xf32>
  %5 = vector.extract %0[0, 7] : f32 from vector<1x12xf32>
  return %1, %3, %4, %5 : vector<12xf32>, f32, vector<4xf32>, f32
}
func.func @extract4(%w: vector<3x4xf32>, %s: vector<4xf32>) -> (f32, vector<4xf32>, f32, vector<3xf32>) {
  %0 = vector.transpose %w, [1, 0] : vector<3x4xf32> to vector<4x3xf32>
  %1 = vector.extract %0[1, 2] : f32 from vector<4x3xf32>
  %b = vector.broadcast %s : vector<4xf32> to vector<2x4xf32>
  %2 = vector.extract %b[1] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.extract %b[1, 2] : f32 from vector<2x4xf32>
  %4 = vector.extract %0[1] : vector<3xf32> from vector<4x3xf32>
  return %1, %2, %3, %4 : f32, vector<4xf32>, f32, vector<3xf32>
}
func.func @extract5(%w: vector<3x4xf32>, %v: vector<4xf32>, %i: index) -> (f32, f32, vector<3xf32>) {
  %0 = vector.insert %v, %w [1] : vector<4xf32> into vector<3x4xf32>
  %t = vector.transpose %0, [1, 0] : vector<3x4xf32> to vector<4x3xf32>
  %1 = vector.extract %t[2, 1] : f32 from vector<4x3xf32>
  %2 = vector.extract %t[2, 0] : f32 from vector<4x3xf32>
  %3 = vector.extract %t[2] : vector<3xf32> from vector<4x3xf32>
  return %1, %2, %3 : f32, f32, vector<3xf32>
}
func.func @extract6(%w: vector<3x4xf32>, %v: vector<2x2xf32>) -> (f32, f32, f32) {
  %0 = vector.insert_strided_slice %v, %w {offsets = [1, 1], strides = [1, 1]} : vector<2x2xf32> into vector<3x4xf32>
  %1 = vector.extract %0[1, 2] : f32 from vector<3x4xf32>
  %2 = vector.extract %0[0, 0] : f32 from vector<3x4xf32>
  %s = vector.extract_strided_slice %w {offsets = [1, 1], sizes = [2, 2], strides = [1, 1]} : vector<3x4xf32> to vector<2x2xf32>
  %3 = vector.extract %s[1, 0] : f32 from vector<2x2xf32>
  return %1, %2, %3 : f32, f32, f32
}
func.func @extract7(%a: f32, %b: f32, %c: f32, %d: f32, %i: index) -> (f32, vector<2xf32>, f32) {
  %0 = vector.from_elements %a, %b, %c, %d : vector<2x2xf32>
  %1 = vector.extract %0[1, 0] : f32 from vector<2x2xf32>
  %2 = vector.extract %0[1] : vector<2xf32> from vector<2x2xf32>
  %p = ub.poison : vector<2x2xf32>
  %3 = vector.extract %p[0, 1] : f32 from vector<2x2xf32>
  return %1, %2, %3 : f32, vector<2xf32>, f32
}
