func.func @const(%f: f32, %v: vector<4xf32>, %i: index) -> (f32, vector<2xf32>, f32, vector<2x2xf32>, vector<2x4xf32>, f32, vector<4xf32>, vector<4xf32>, vector<2xi1>, vector<4xi32>) {
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %m = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf32>
  %s = arith.constant dense<5.0> : vector<4xf32>
  %c = arith.constant 7.0 : f32
  %c1 = arith.constant 1 : index
  %0 = vector.extract %a[2] : f32 from vector<4xf32>
  %1 = vector.extract %m[1] : vector<2xf32> from vector<2x2xf32>
  %2 = vector.extract %s[%i] : f32 from vector<4xf32>
  %3 = vector.insert %c, %m[0, 1] : f32 into vector<2x2xf32>
  %4 = vector.broadcast %a : vector<4xf32> to vector<2x4xf32>
  %b = vector.broadcast %f : f32 to vector<4xf32>
  %5 = vector.extract %b[1] : f32 from vector<4xf32>
  %6 = vector.broadcast %c : f32 to vector<4xf32>
  %7 = vector.from_elements %c, %c, %c, %c : vector<4xf32>
  %8 = vector.constant_mask [1] : vector<2xi1>
  %9 = vector.bitcast %s : vector<4xf32> to vector<4xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : f32, vector<2xf32>, f32, vector<2x2xf32>, vector<2x4xf32>, f32, vector<4xf32>, vector<4xf32>, vector<2xi1>, vector<4xi32>
}
func.func @values(%f: f32, %g: f32, %v: vector<4xf32>, %m: vector<2x4xf32>, %i: index) -> (f32, f32, vector<4xf32>, f32, f32, f32, vector<8xf32>, vector<4xf32>, f32, vector<2x4xf32>) {
  %c1 = arith.constant 1 : index
  %0 = vector.from_elements %f, %g : vector<2xf32>
  %1 = vector.extract %0[1] : f32 from vector<2xf32>
  %2 = vector.insert %f, %v[2] : f32 into vector<4xf32>
  %3 = vector.extract %2[2] : f32 from vector<4xf32>
  %4 = vector.extract %2[1] : f32 from vector<4xf32>
  %5 = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  %6 = vector.extract %5[%c1] : f32 from vector<4xf32>
  %7:4 = vector.to_elements %v : vector<4xf32>
  %8 = vector.from_elements %7#0, %7#1, %7#2, %7#3 : vector<4xf32>
  %9 = vector.shape_cast %m : vector<2x4xf32> to vector<8xf32>
  %10 = vector.shape_cast %9 : vector<8xf32> to vector<2x4xf32>
  %11 = vector.insert %v, %m[0] : vector<4xf32> into vector<2x4xf32>
  %12 = vector.extract %11[0, 3] : f32 from vector<2x4xf32>
  %13 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %14 = vector.extract %13[0] : vector<4xf32> from vector<2x4xf32>
  %15 = vector.transpose %m, [0, 1] : vector<2x4xf32> to vector<2x4xf32>
  %16 = vector.reduction <add>, %v : vector<4xf32> into f32
  %17 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %18 = vector.bitcast %17 : vector<4xi32> to vector<4xf32>
  return %1, %3, %8, %4, %6, %12, %9, %14, %16, %10 : f32, f32, vector<4xf32>, f32, f32, f32, vector<8xf32>, vector<4xf32>, f32, vector<2x4xf32>
}
func.func @memory(%a: memref<8xf32>, %i: index, %v: vector<4xf32>, %p: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %b = memref.cast %a : memref<8xf32> to memref<?xf32>
  %0 = vector.load %b[%i] : memref<?xf32>, vector<4xf32>
  vector.store %v, %b[%i] : memref<?xf32>, vector<4xf32>
  %t = arith.constant dense<true> : vector<4xi1>
  %n = arith.constant dense<false> : vector<4xi1>
  %1 = vector.maskedload %a[%i], %t, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.maskedload %a[%i], %n, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %a[%i], %t, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %a[%i], %n, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  %m = vector.create_mask %c3 : vector<4xi1>
  %3 = vector.maskedload %a[%i], %m, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %4 = vector.transfer_read %a[%c0], %f0 : memref<8xf32>, vector<4xf32>
  vector.transfer_write %v, %a[%c0] : vector<4xf32>, memref<8xf32>
  return %0, %1, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
func.func @slices(%m: vector<4x4xf32>, %v: vector<8xf32>, %w: vector<1xf32>) -> (vector<4x4xf32>, vector<2xf32>, vector<8xf32>, vector<2xi32>, f32, vector<4xindex>, vector<4xf32>) {
  %0 = vector.extract_strided_slice %m {offsets = [0], sizes = [4], strides = [1]} : vector<4x4xf32> to vector<4x4xf32>
  %1 = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %3 = vector.shuffle %v, %v [0, 1, 2, 3, 4, 5, 6, 7] : vector<8xf32>, vector<8xf32>
  %c = arith.constant dense<3> : vector<4xi32>
  %4 = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %5 = vector.reduction <mul>, %w : vector<1xf32> into f32
  %6 = vector.step : vector<4xindex>
  %7 = vector.shuffle %v, %v [0, 9, 2, 3] : vector<8xf32>, vector<8xf32>
  return %0, %2, %3, %4, %5, %6, %7 : vector<4x4xf32>, vector<2xf32>, vector<8xf32>, vector<2xi32>, f32, vector<4xindex>, vector<4xf32>
}
func.func @slices_of_constants() -> (vector<2xi32>, vector<2xi32>, vector<2x2xi32>) {
  %c = arith.constant dense<3> : vector<4xi32>
  %d = arith.constant dense<[3,4,5,6]> : vector<4xi32>
  %e = arith.constant dense<[[3,4,5],[7,8,9]]> : vector<2x3xi32>
  %0 = vector.extract_strided_slice %c {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %1 = vector.extract_strided_slice %d {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %2 = vector.extract_strided_slice %e {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x3xi32> to vector<2x2xi32>
  return %0, %1, %2 : vector<2xi32>, vector<2xi32>, vector<2x2xi32>
}
func.func @contiguous(%b: vector<2x3x4xi32>, %c: vector<4x1x1x8xi8>, %d: vector<2x[4]xi8>) -> (vector<1x3x4xi32>, vector<1x1x4xi32>, vector<1x1x1x8xi8>, vector<1x1x1x4xi8>, vector<1x[4]xi8>, vector<2x1x4xi32>) {
  %0 = vector.extract_strided_slice %b {offsets = [1], sizes = [1], strides = [1]} : vector<2x3x4xi32> to vector<1x3x4xi32>
  %1 = vector.extract_strided_slice %b {offsets = [1, 2], sizes = [1, 1], strides = [1, 1]} : vector<2x3x4xi32> to vector<1x1x4xi32>
  %2 = vector.extract_strided_slice %c {offsets = [2, 0, 0, 0], sizes = [1, 1, 1, 8], strides = [1, 1, 1, 1]} : vector<4x1x1x8xi8> to vector<1x1x1x8xi8>
  %3 = vector.extract_strided_slice %c {offsets = [2, 0, 0, 4], sizes = [1, 1, 1, 4], strides = [1, 1, 1, 1]} : vector<4x1x1x8xi8> to vector<1x1x1x4xi8>
  %4 = vector.extract_strided_slice %d {offsets = [1], sizes = [1], strides = [1]} : vector<2x[4]xi8> to vector<1x[4]xi8>
  %5 = vector.extract_strided_slice %b {offsets = [0, 2], sizes = [2, 1], strides = [1, 1]} : vector<2x3x4xi32> to vector<2x1x4xi32>
  return %0, %1, %2, %3, %4, %5 : vector<1x3x4xi32>, vector<1x1x4xi32>, vector<1x1x1x8xi8>, vector<1x1x1x4xi8>, vector<1x[4]xi8>, vector<2x1x4xi32>
}
func.func @whole(%a: vector<4x4xf32>, %b: vector<4x4xf32>) -> vector<4x4xf32> {
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1, 1]} : vector<4x4xf32> into vector<4x4xf32>
  return %0 : vector<4x4xf32>
}
