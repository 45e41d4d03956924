// Masks by their sizes, casts and transpositions that keep the order, bits of constants.

func.func @create_mask(%n: index) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4x3xi1>, vector<4x3xi1>, vector<i1>, vector<i1>, vector<[4]xi1>, vector<[4]xi1>, vector<4x[8]xi1>, vector<4x[8]xi1>, vector<[4]xi1>) {
  %cm = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = vector.create_mask %cm : vector<4xi1>
  %1 = vector.create_mask %c2 : vector<4xi1>
  %2 = vector.create_mask %c8 : vector<4xi1>
  %3 = vector.create_mask %c2, %n : vector<4x3xi1>
  %4 = vector.create_mask %c0, %c2 : vector<4x3xi1>
  %5 = vector.create_mask %c0 : vector<i1>
  %6 = vector.create_mask %c2 : vector<i1>
  %7 = vector.create_mask %c2 : vector<[4]xi1>
  %8 = vector.create_mask %cm : vector<[4]xi1>
  %vs = vector.vscale
  %m = arith.muli %vs, %c8 : index
  %9 = vector.create_mask %c2, %m : vector<4x[8]xi1>
  %m4 = arith.muli %c4, %vs : index
  %10 = vector.create_mask %c2, %m4 : vector<4x[8]xi1>
  %11 = vector.create_mask %c0 : vector<[4]xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4x3xi1>, vector<4x3xi1>, vector<i1>, vector<i1>, vector<[4]xi1>, vector<[4]xi1>, vector<4x[8]xi1>, vector<4x[8]xi1>, vector<[4]xi1>
}

func.func @create_mask_part(%n: index, %i: index) -> (vector<2x4xi1>, vector<4xi1>) {
  %c2 = arith.constant 2 : index
  %m = arith.constant -3 : index
  %0 = vector.create_mask %c2, %n : vector<4x4xi1>
  %1 = vector.extract_strided_slice %0 {offsets = [1, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x4xi1> to vector<2x4xi1>
  %2 = vector.create_mask %m, %n : vector<4x4xi1>
  %3 = vector.extract %2[%i] : vector<4xi1> from vector<4x4xi1>
  return %1, %3 : vector<2x4xi1>, vector<4xi1>
}

func.func @ext_slice_mask(%n: index, %m: index) -> (vector<4xi1>, vector<2x4xi1>, vector<2x2xi1>, vector<2x8xi1>, vector<2x3xi1>) {
  %0 = vector.create_mask %n : vector<8xi1>
  %1 = vector.extract_strided_slice %0 {offsets = [2], sizes = [4], strides = [1]} : vector<8xi1> to vector<4xi1>
  %2 = vector.create_mask %n, %m : vector<4x4xi1>
  %3 = vector.extract_strided_slice %2 {offsets = [2], sizes = [2], strides = [1]} : vector<4x4xi1> to vector<2x4xi1>
  %4 = vector.constant_mask [3, 3] : vector<4x4xi1>
  %5 = vector.extract_strided_slice %4 {offsets = [2, 1], sizes = [2, 2], strides = [1, 1]} : vector<4x4xi1> to vector<2x2xi1>
  %6 = vector.constant_mask [1, 8] : vector<4x8xi1>
  %7 = vector.extract_strided_slice %6 {offsets = [2], sizes = [2], strides = [1]} : vector<4x8xi1> to vector<2x8xi1>
  %8 = vector.constant_mask [3, 2] : vector<4x3xi1>
  %9 = vector.extract_strided_slice %8 {offsets = [1], sizes = [2], strides = [1]} : vector<4x3xi1> to vector<2x3xi1>
  return %1, %3, %5, %7, %9 : vector<4xi1>, vector<2x4xi1>, vector<2x2xi1>, vector<2x8xi1>, vector<2x3xi1>
}

func.func @shape_cast_mask(%n: index, %m: index) -> (vector<1x4xi1>, vector<1x[4]xi1>, vector<4xi1>, vector<4xi1>, vector<4x1xi1>) {
  %c1 = arith.constant 1 : index
  %0 = vector.create_mask %c1, %n, %c1, %c1 : vector<1x4x1x1xi1>
  %1 = vector.shape_cast %0 : vector<1x4x1x1xi1> to vector<1x4xi1>
  %2 = vector.create_mask %c1, %n, %c1 : vector<1x[4]x1xi1>
  %3 = vector.shape_cast %2 : vector<1x[4]x1xi1> to vector<1x[4]xi1>
  %4 = vector.create_mask %n, %m : vector<4x1xi1>
  %5 = vector.shape_cast %4 : vector<4x1xi1> to vector<4xi1>
  %6 = vector.constant_mask [2, 1] : vector<4x1xi1>
  %7 = vector.shape_cast %6 : vector<4x1xi1> to vector<4xi1>
  %8 = vector.constant_mask [2, 1, 1] : vector<4x1x1xi1>
  %9 = vector.shape_cast %8 : vector<4x1x1xi1> to vector<4x1xi1>
  return %1, %3, %5, %7, %9 : vector<1x4xi1>, vector<1x[4]xi1>, vector<4xi1>, vector<4xi1>, vector<4x1xi1>
}

func.func @masked(%m: memref<8xf32>, %i: index, %v: vector<4xf32>, %x: vector<4xi32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %t = vector.constant_mask [4] : vector<4xi1>
  %f = vector.constant_mask [0] : vector<4xi1>
  %h = vector.constant_mask [2] : vector<4xi1>
  %0 = vector.maskedload %m[%i], %t, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.maskedload %m[%i], %f, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.maskedload %m[%i], %h, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %3 = vector.expandload %m[%i], %t, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %4 = vector.expandload %m[%i], %f, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %5 = vector.expandload %m[%i], %h, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %t, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %f, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %t, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %f, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %h, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return %0, %1, %2, %3, %4, %5 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

func.func @shape_cast(%v: vector<4xf32>, %b: vector<1x4xf32>, %t: vector<1x4xf32>, %t2: vector<2x3xf32>) -> (vector<4xf32>, vector<2x2xf32>, vector<4xf32>, vector<6xf32>, vector<4xf32>) {
  %0 = vector.shape_cast %v : vector<4xf32> to vector<4xf32>
  %1 = vector.shape_cast %b : vector<1x4xf32> to vector<4x1xf32>
  %2 = vector.shape_cast %1 : vector<4x1xf32> to vector<2x2xf32>
  %3 = vector.transpose %t, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  %4 = vector.shape_cast %3 : vector<4x1xf32> to vector<4xf32>
  %5 = vector.transpose %t2, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %6 = vector.shape_cast %5 : vector<3x2xf32> to vector<6xf32>
  %7 = vector.broadcast %v : vector<4xf32> to vector<1x1x4xf32>
  %8 = vector.shape_cast %7 : vector<1x1x4xf32> to vector<4xf32>
  return %0, %2, %4, %6, %8 : vector<4xf32>, vector<2x2xf32>, vector<4xf32>, vector<6xf32>, vector<4xf32>
}

func.func @shape_cast_const() -> (vector<2x2xf32>, vector<2x2xi8>, vector<2x2xi8>, vector<f32>) {
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %0 = vector.shape_cast %a : vector<4xf32> to vector<2x2xf32>
  %b = arith.constant dense<3> : vector<4xi8>
  %1 = vector.shape_cast %b : vector<4xi8> to vector<2x2xi8>
  %p = ub.poison : vector<4xi8>
  %2 = vector.shape_cast %p : vector<4xi8> to vector<2x2xi8>
  %z = arith.constant dense<[5.0]> : vector<1xf32>
  %3 = vector.shape_cast %z : vector<1xf32> to vector<f32>
  return %0, %1, %2, %3 : vector<2x2xf32>, vector<2x2xi8>, vector<2x2xi8>, vector<f32>
}

func.func @transpose_folds(%v: vector<2x3xf32>, %u: vector<1x1xf32>, %w: vector<1x4x1xf32>, %n: vector<2x2xf32>) -> (vector<2x3xf32>, vector<1x1xf32>, vector<1x4x1xf32>, vector<2x2xf32>, vector<3x2xf32>, vector<3x2xf32>, vector<3x2xf32>) {
  %0 = vector.transpose %v, [0, 1] : vector<2x3xf32> to vector<2x3xf32>
  %1 = vector.transpose %u, [1, 0] : vector<1x1xf32> to vector<1x1xf32>
  %2 = vector.transpose %w, [2, 1, 0] : vector<1x4x1xf32> to vector<1x4x1xf32>
  %3 = vector.transpose %n, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  %c = arith.constant dense<1.0> : vector<2x3xf32>
  %4 = vector.transpose %c, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %p = ub.poison : vector<2x3xf32>
  %5 = vector.transpose %p, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %d = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %6 = vector.transpose %d, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %0, %1, %2, %3, %4, %5, %6 : vector<2x3xf32>, vector<1x1xf32>, vector<1x4x1xf32>, vector<2x2xf32>, vector<3x2xf32>, vector<3x2xf32>, vector<3x2xf32>
}

func.func @bitcast_const() -> (vector<2xf32>, vector<2xi32>, vector<2xi64>, vector<4xi8>, vector<2xi16>, vector<2xf32>, vector<2xi8>, vector<2xi32>) {
  %a = arith.constant dense<1.5> : vector<4xf16>
  %0 = vector.bitcast %a : vector<4xf16> to vector<2xf32>
  %b = arith.constant dense<-2> : vector<4xi16>
  %1 = vector.bitcast %b : vector<4xi16> to vector<2xi32>
  %c = arith.constant dense<3> : vector<16xi8>
  %2 = vector.bitcast %c : vector<16xi8> to vector<2xi64>
  %d = arith.constant dense<3> : vector<2xi16>
  %3 = vector.bitcast %d : vector<2xi16> to vector<4xi8>
  %e = arith.constant dense<[1, 2, 3, 4]> : vector<4xi8>
  %4 = vector.bitcast %e : vector<4xi8> to vector<2xi16>
  %5 = vector.bitcast %b : vector<4xi16> to vector<2xf32>
  %g = arith.constant dense<1> : vector<16xi1>
  %6 = vector.bitcast %g : vector<16xi1> to vector<2xi8>
  %p = ub.poison : vector<2xf32>
  %7 = vector.bitcast %p : vector<2xf32> to vector<2xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : vector<2xf32>, vector<2xi32>, vector<2xi64>, vector<4xi8>, vector<2xi16>, vector<2xf32>, vector<2xi8>, vector<2xi32>
}

func.func @bitcast_more() -> (vector<1xf32>, vector<4xf32>, vector<2xi32>, vector<2xf32>) {
  %a = arith.constant dense<[1.5, 2.5]> : vector<2xf16>
  %0 = vector.bitcast %a : vector<2xf16> to vector<1xf32>
  %b = arith.constant dense<-1.0> : vector<8xf16>
  %1 = vector.bitcast %b : vector<8xf16> to vector<4xf32>
  %c = arith.constant dense<1.5> : vector<4xf16>
  %2 = vector.bitcast %c : vector<4xf16> to vector<2xi32>
  %d = arith.constant dense<7> : vector<8xi8>
  %3 = vector.bitcast %d : vector<8xi8> to vector<2xf32>
  return %0, %1, %2, %3 : vector<1xf32>, vector<4xf32>, vector<2xi32>, vector<2xf32>
}
