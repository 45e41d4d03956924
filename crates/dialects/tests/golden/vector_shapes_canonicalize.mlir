// Vectors that are made, reshaped, taken apart and put together again.
func.func @ins(%a: vector<3x4xf32>, %v: vector<4xf32>, %f: f32, %i: index) -> (vector<3x4xf32>, vector<3x4xf32>, vector<1xf32>, vector<1x4xf32>, vector<3x4xf32>) {
  %0 = vector.insert %v, %a [1] : vector<4xf32> into vector<3x4xf32>
  %1 = vector.insert %v, %0 [1] : vector<4xf32> into vector<3x4xf32>
  %c1 = arith.constant 1 : index
  %2 = vector.insert %f, %a [%c1, 2] : f32 into vector<3x4xf32>
  %z = arith.constant dense<0.0> : vector<1xf32>
  %3 = vector.insert %f, %z [0] : f32 into vector<1xf32>
  %z1 = arith.constant dense<0.0> : vector<1x4xf32>
  %4 = vector.insert %v, %z1 [0] : vector<4xf32> into vector<1x4xf32>
  %s = vector.broadcast %f : f32 to vector<3x4xf32>
  %sv = vector.broadcast %f : f32 to vector<4xf32>
  %5 = vector.insert %sv, %s [2] : vector<4xf32> into vector<3x4xf32>
  return %1, %2, %3, %4, %5 : vector<3x4xf32>, vector<3x4xf32>, vector<1xf32>, vector<1x4xf32>, vector<3x4xf32>
}
func.func @ins2(%a: f32, %b: f32) -> (vector<2xf32>, vector<2x2xf32>) {
  %p = ub.poison : vector<2xf32>
  %0 = vector.insert %a, %p [0] : f32 into vector<2xf32>
  %1 = vector.insert %b, %0 [1] : f32 into vector<2xf32>
  %p2 = ub.poison : vector<2x2xf32>
  %2 = vector.insert %1, %p2 [0] : vector<2xf32> into vector<2x2xf32>
  %3 = vector.insert %1, %2 [1] : vector<2xf32> into vector<2x2xf32>
  return %1, %3 : vector<2xf32>, vector<2x2xf32>
}
func.func @sh(%a: vector<4xf32>, %b: vector<4xf32>, %f: f32) -> (vector<4xf32>, vector<4xf32>, vector<2xf32>, vector<8xf32>, vector<4xf32>, f32) {
  %0 = vector.shuffle %a, %b [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  %1 = vector.shuffle %a, %b [4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  %s = vector.broadcast %f : f32 to vector<4xf32>
  %2 = vector.shuffle %s, %s [1, 6] : vector<4xf32>, vector<4xf32>
  %3 = vector.shuffle %a, %b [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  %p = ub.poison : vector<4xf32>
  %4 = vector.shuffle %a, %p [0, 4, 5, -1] : vector<4xf32>, vector<4xf32>
  %5 = vector.extract %3[3] : f32 from vector<8xf32>
  return %0, %1, %2, %3, %4, %5 : vector<4xf32>, vector<4xf32>, vector<2xf32>, vector<8xf32>, vector<4xf32>, f32
}
func.func @bc(%f: f32, %v: vector<4xf32>, %u: vector<1xf32>) -> (vector<2x4xf32>, vector<3x2x4xf32>, vector<4xf32>, vector<2x4xf32>) {
  %0 = vector.broadcast %f : f32 to vector<4xf32>
  %1 = vector.broadcast %0 : vector<4xf32> to vector<2x4xf32>
  %2 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %3 = vector.broadcast %2 : vector<2x4xf32> to vector<3x2x4xf32>
  %4 = vector.broadcast %u : vector<1xf32> to vector<4xf32>
  %c = arith.constant 1.0 : f32
  %5 = vector.broadcast %c : f32 to vector<2x4xf32>
  return %1, %3, %4, %5 : vector<2x4xf32>, vector<3x2x4xf32>, vector<4xf32>, vector<2x4xf32>
}
func.func @sc(%v: vector<2x6xf32>, %w: vector<1x4xf32>, %f: f32, %m: index) -> (vector<12xf32>, vector<4xf32>, vector<2x2xf32>, vector<3x4xf32>, vector<3x4xi1>, vector<2x2xf32>, vector<4x1xf32>) {
  %0 = vector.shape_cast %v : vector<2x6xf32> to vector<3x4xf32>
  %1 = vector.shape_cast %0 : vector<3x4xf32> to vector<12xf32>
  %2 = vector.shape_cast %w : vector<1x4xf32> to vector<4xf32>
  %c = arith.constant dense<2.0> : vector<4xf32>
  %3 = vector.shape_cast %c : vector<4xf32> to vector<2x2xf32>
  %4 = vector.shape_cast %1 : vector<12xf32> to vector<3x4xf32>
  %cm = vector.constant_mask [1, 2, 3] : vector<1x3x4xi1>
  %5 = vector.shape_cast %cm : vector<1x3x4xi1> to vector<3x4xi1>
  %s = vector.broadcast %f : f32 to vector<4xf32>
  %6 = vector.shape_cast %s : vector<4xf32> to vector<2x2xf32>
  %t = vector.transpose %w, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %1, %2, %3, %4, %5, %6, %t : vector<12xf32>, vector<4xf32>, vector<2x2xf32>, vector<3x4xf32>, vector<3x4xi1>, vector<2x2xf32>, vector<4x1xf32>
}
func.func @tr(%v: vector<2x3xf32>, %w: vector<2x3x4xf32>, %f: f32) -> (vector<2x3xf32>, vector<4x3x2xf32>, vector<3x2xf32>, vector<3x2xf32>, vector<3x2xi1>) {
  %0 = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %1 = vector.transpose %0, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
  %2 = vector.transpose %w, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %3 = vector.transpose %2, [2, 0, 1] : vector<3x2x4xf32> to vector<4x3x2xf32>
  %s = vector.broadcast %f : f32 to vector<2x3xf32>
  %4 = vector.transpose %s, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %c = arith.constant dense<1.0> : vector<2x3xf32>
  %5 = vector.transpose %c, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = vector.create_mask %c1, %c2 : vector<2x3xi1>
  %7 = vector.transpose %m, [1, 0] : vector<2x3xi1> to vector<3x2xi1>
  return %1, %3, %4, %5, %7 : vector<2x3xf32>, vector<4x3x2xf32>, vector<3x2xf32>, vector<3x2xf32>, vector<3x2xi1>
}
func.func @ss(%v: vector<4x8xf32>, %f: f32, %w: vector<2x4xf32>) -> (vector<2x2xf32>, vector<2x2xf32>, vector<2x2xi1>, vector<1x4xf32>, vector<4x8xf32>, vector<2x4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [3, 4], strides = [1, 1]} : vector<4x8xf32> to vector<3x4xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [1, 1], sizes = [2, 2], strides = [1, 1]} : vector<3x4xf32> to vector<2x2xf32>
  %s = vector.broadcast %f : f32 to vector<4x8xf32>
  %2 = vector.extract_strided_slice %s {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x8xf32> to vector<2x2xf32>
  %m = vector.constant_mask [2, 3] : vector<4x8xi1>
  %3 = vector.extract_strided_slice %m {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x8xi1> to vector<2x2xi1>
  %4 = vector.extract_strided_slice %w {offsets = [1], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  %5 = vector.insert_strided_slice %w, %v {offsets = [1, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  %6 = vector.extract_strided_slice %5 {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  return %1, %2, %3, %4, %5, %6 : vector<2x2xf32>, vector<2x2xf32>, vector<2x2xi1>, vector<1x4xf32>, vector<4x8xf32>, vector<2x4xf32>
}
func.func @iss(%v: vector<4x8xf32>, %f: f32) -> (vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>) {
  %s = vector.broadcast %f : f32 to vector<4x8xf32>
  %t = vector.broadcast %f : f32 to vector<2x2xf32>
  %0 = vector.insert_strided_slice %t, %s {offsets = [1, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  %e = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x8xf32> to vector<2x2xf32>
  %1 = vector.insert_strided_slice %e, %v {offsets = [1, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  %c = arith.constant dense<0.0> : vector<4x8xf32>
  %d = arith.constant dense<1.0> : vector<2x2xf32>
  %2 = vector.insert_strided_slice %d, %c {offsets = [1, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return %0, %1, %2 : vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>
}
func.func @te(%v: vector<2x2xf32>, %f: f32, %g: f32) -> (f32, f32, vector<2x2xf32>, vector<2xf32>, vector<2xf32>, vector<1xf32>) {
  %0:4 = vector.to_elements %v : vector<2x2xf32>
  %1 = vector.from_elements %0#0, %0#1, %0#2, %0#3 : vector<2x2xf32>
  %2 = vector.from_elements %f, %g : vector<2xf32>
  %3:2 = vector.to_elements %2 : vector<2xf32>
  %4 = vector.from_elements %f, %f : vector<2xf32>
  %s = vector.broadcast %f : f32 to vector<2xf32>
  %5:2 = vector.to_elements %s : vector<2xf32>
  %6 = vector.from_elements %5#0, %3#1 : vector<2xf32>
  %7 = vector.from_elements %f : vector<1xf32>
  return %3#0, %3#1, %1, %4, %6, %7 : f32, f32, vector<2x2xf32>, vector<2xf32>, vector<2xf32>, vector<1xf32>
}
func.func @fe(%v: vector<4xf32>) -> (vector<4xf32>, vector<2xf32>, vector<2x2xf32>) {
  %0 = vector.extract %v[0] : f32 from vector<4xf32>
  %1 = vector.extract %v[1] : f32 from vector<4xf32>
  %2 = vector.extract %v[2] : f32 from vector<4xf32>
  %3 = vector.extract %v[3] : f32 from vector<4xf32>
  %4 = vector.from_elements %0, %1, %2, %3 : vector<4xf32>
  %5 = vector.from_elements %1, %2 : vector<2xf32>
  %6 = vector.from_elements %0, %1, %2, %3 : vector<2x2xf32>
  return %4, %5, %6 : vector<4xf32>, vector<2xf32>, vector<2x2xf32>
}
func.func @xf(%m: memref<8x8xf32>, %v: vector<4xf32>, %i: index, %p: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p : memref<8x8xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%c0, %c0] : vector<4xf32>, memref<8x8xf32>
  %1 = vector.transfer_read %m[%c0, %c0], %p : memref<8x8xf32>, vector<4xf32>
  %t = vector.constant_mask [4] : vector<4xi1>
  %2 = vector.transfer_read %m[%i, %i], %p, %t : memref<8x8xf32>, vector<4xf32>
  %n = vector.constant_mask [0] : vector<4xi1>
  %3 = vector.transfer_read %m[%i, %i], %p, %n : memref<8x8xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i], %n : vector<4xf32>, memref<8x8xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
func.func @red(%v: vector<4xf32>, %f: f32, %i: vector<1xi32>, %j: i32, %k: vector<f32>) -> (f32, i32, i32, f32, f32) {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %0 = vector.reduction <add>, %c : vector<4xf32> into f32
  %1 = vector.reduction <add>, %i : vector<1xi32> into i32
  %2 = vector.reduction <mul>, %i, %j : vector<1xi32> into i32
  %s = vector.broadcast %f : f32 to vector<4xf32>
  %3 = vector.reduction <add>, %s : vector<4xf32> into f32
  %4 = vector.reduction <maximumf>, %s : vector<4xf32> into f32
  return %0, %1, %2, %3, %4 : f32, i32, i32, f32, f32
}
func.func @op(%a: vector<1xf32>, %b: vector<1xf32>, %c: vector<2xf32>, %f: f32) -> (vector<1x1xf32>, vector<2xf32>) {
  %0 = vector.outerproduct %a, %b : vector<1xf32>, vector<1xf32>
  %1 = vector.outerproduct %c, %f : vector<2xf32>, f32
  return %0, %1 : vector<1x1xf32>, vector<2xf32>
}
func.func @mask(%i: index) -> (vector<4xi1>, vector<2x4xi1>, vector<4xi1>, vector<2x4xi1>, i1, vector<4xi1>) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %cm = arith.constant -1 : index
  %0 = vector.create_mask %c2 : vector<4xi1>
  %1 = vector.create_mask %c2, %c9 : vector<2x4xi1>
  %2 = vector.create_mask %cm : vector<4xi1>
  %3 = vector.create_mask %c2, %cm : vector<2x4xi1>
  %e = vector.extract %1[0, 1] : i1 from vector<2x4xi1>
  %m = vector.create_mask %c2, %i : vector<2x4xi1>
  %4 = vector.extract %m[1] : vector<4xi1> from vector<2x4xi1>
  return %0, %1, %2, %3, %e, %4 : vector<4xi1>, vector<2x4xi1>, vector<4xi1>, vector<2x4xi1>, i1, vector<4xi1>
}
func.func @bcast(%v: vector<4xi32>, %w: vector<4xf32>) -> (vector<4xi32>, vector<4xi32>, vector<2xi64>, vector<8xi16>) {
  %0 = vector.bitcast %v : vector<4xi32> to vector<4xf32>
  %1 = vector.bitcast %0 : vector<4xf32> to vector<4xi32>
  %c = arith.constant dense<1.0> : vector<4xf32>
  %2 = vector.bitcast %c : vector<4xf32> to vector<4xi32>
  %d = arith.constant dense<1> : vector<4xi32>
  %3 = vector.bitcast %d : vector<4xi32> to vector<2xi64>
  %4 = vector.bitcast %d : vector<4xi32> to vector<8xi16>
  return %1, %2, %3, %4 : vector<4xi32>, vector<4xi32>, vector<2xi64>, vector<8xi16>
}
func.func @il(%v: vector<4xf32>, %w: vector<4xf32>, %f: f32) -> (vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<4xindex>) {
  %0 = vector.interleave %v, %w : vector<4xf32> -> vector<8xf32>
  %1, %2 = vector.deinterleave %0 : vector<8xf32> -> vector<4xf32>
  %s = vector.broadcast %f : f32 to vector<4xf32>
  %3 = vector.interleave %s, %s : vector<4xf32> -> vector<8xf32>
  %st = vector.step : vector<4xindex>
  %c3 = arith.constant dense<10> : vector<4xindex>
  %r = arith.cmpi ult, %st, %c3 : vector<4xindex>
  %x = arith.select %r, %st, %c3 : vector<4xi1>, vector<4xindex>
  return %1, %2, %3, %x : vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<4xindex>
}
func.func @lds(%m: memref<8xf32>, %i: index) -> (vector<1xf32>, f32, vector<4xf32>) {
  %0 = vector.load %m[%i] : memref<8xf32>, vector<1xf32>
  %1 = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
  %e = vector.extract %1[2] : f32 from vector<4xf32>
  %s = memref.load %m[%i] : memref<8xf32>
  %b = vector.broadcast %s : f32 to vector<4xf32>
  return %0, %e, %b : vector<1xf32>, f32, vector<4xf32>
}
