// Broadcasts: of casts, of broadcasts, taken apart, cast and transposed.

func.func @broadcast_of_cast(%v: vector<4xf32>, %w: vector<1x1x4xf32>, %x: vector<2x3xf32>, %y: vector<4x1xf32>) -> (vector<5x4xf32>, vector<3x2x4xf32>, vector<2x6xf32>, vector<3x4xf32>) {
  %0 = vector.shape_cast %v : vector<4xf32> to vector<1x4xf32>
  %1 = vector.broadcast %0 : vector<1x4xf32> to vector<5x4xf32>
  %2 = vector.shape_cast %w : vector<1x1x4xf32> to vector<4xf32>
  %3 = vector.broadcast %2 : vector<4xf32> to vector<3x2x4xf32>
  %4 = vector.shape_cast %x : vector<2x3xf32> to vector<6xf32>
  %5 = vector.broadcast %4 : vector<6xf32> to vector<2x6xf32>
  %6 = vector.shape_cast %y : vector<4x1xf32> to vector<4xf32>
  %7 = vector.broadcast %6 : vector<4xf32> to vector<3x4xf32>
  return %1, %3, %5, %7 : vector<5x4xf32>, vector<3x2x4xf32>, vector<2x6xf32>, vector<3x4xf32>
}

func.func @broadcast_folds(%v: vector<4xf32>, %f: f32) -> (vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<2x3xi8>, vector<3x2xf32>, vector<2xf32>, vector<2x2xindex>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  %1 = vector.shape_cast %v : vector<4xf32> to vector<1x4xf32>
  %2 = vector.broadcast %1 : vector<1x4xf32> to vector<2x4xf32>
  %3 = vector.broadcast %f : f32 to vector<1xf32>
  %4 = vector.broadcast %3 : vector<1xf32> to vector<4xf32>
  %c = arith.constant 3 : i8
  %5 = vector.broadcast %c : i8 to vector<2x3xi8>
  %d = arith.constant dense<2.0> : vector<2xf32>
  %6 = vector.broadcast %d : vector<2xf32> to vector<3x2xf32>
  %p = ub.poison : f32
  %7 = vector.broadcast %p : f32 to vector<2xf32>
  %i = arith.constant 9 : index
  %8 = vector.broadcast %i : index to vector<2x2xindex>
  return %0, %2, %4, %5, %6, %7, %8 : vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<2x3xi8>, vector<3x2xf32>, vector<2xf32>, vector<2x2xindex>
}

func.func @extract_broadcast_like(%v: vector<3x4xf32>, %i: index) -> (vector<3x4xf32>, vector<4xf32>, f32, vector<1x3x4xf32>) {
  %b = vector.shape_cast %v : vector<3x4xf32> to vector<1x1x3x4xf32>
  %0 = vector.extract %b[0, 0] : vector<3x4xf32> from vector<1x1x3x4xf32>
  %1 = vector.extract %b[0, 0, 2] : vector<4xf32> from vector<1x1x3x4xf32>
  %2 = vector.extract %b[%i, 0, 2, %i] : f32 from vector<1x1x3x4xf32>
  %3 = vector.extract %b[%i] : vector<1x3x4xf32> from vector<1x1x3x4xf32>
  return %0, %1, %2, %3 : vector<3x4xf32>, vector<4xf32>, f32, vector<1x3x4xf32>
}

func.func @extract_mid(%v: vector<2x1x3xf32>, %i: index) -> (vector<3xf32>, f32, vector<1x3xf32>) {
  %b = vector.broadcast %v : vector<2x1x3xf32> to vector<2x4x3xf32>
  %0 = vector.extract %b[1, 2] : vector<3xf32> from vector<2x4x3xf32>
  %1 = vector.extract %b[1, %i, 2] : f32 from vector<2x4x3xf32>
  %c = vector.broadcast %v : vector<2x1x3xf32> to vector<5x2x1x3xf32>
  %2 = vector.extract %c[%i, %i] : vector<1x3xf32> from vector<5x2x1x3xf32>
  return %0, %1, %2 : vector<3xf32>, f32, vector<1x3xf32>
}

func.func @slice_bcast_rank(%v: vector<2x4xf32>) -> (vector<1x2x2xf32>, vector<2x2x4xf32>, vector<2x1x4xf32>) {
  %b = vector.broadcast %v : vector<2x4xf32> to vector<3x2x4xf32>
  %0 = vector.extract_strided_slice %b {offsets = [1, 0, 1], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<3x2x4xf32> to vector<1x2x2xf32>
  %1 = vector.extract_strided_slice %b {offsets = [1], sizes = [2], strides = [1]} : vector<3x2x4xf32> to vector<2x2x4xf32>
  %2 = vector.extract_strided_slice %b {offsets = [1, 1], sizes = [2, 1], strides = [1, 1]} : vector<3x2x4xf32> to vector<2x1x4xf32>
  return %0, %1, %2 : vector<1x2x2xf32>, vector<2x2x4xf32>, vector<2x1x4xf32>
}

func.func @ext_slice_broadcast(%v: vector<4xf32>, %f: f32, %w: vector<1x4xf32>, %x: vector<4x1xf32>) -> (vector<2x4xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>) {
  %a = vector.broadcast %v : vector<4xf32> to vector<8x4xf32>
  %0 = vector.extract_strided_slice %a {offsets = [2], sizes = [2], strides = [1]} : vector<8x4xf32> to vector<2x4xf32>
  %1 = vector.extract_strided_slice %a {offsets = [2, 1], sizes = [2, 2], strides = [1, 1]} : vector<8x4xf32> to vector<2x2xf32>
  %b = vector.broadcast %f : f32 to vector<8x4xf32>
  %2 = vector.extract_strided_slice %b {offsets = [2, 1], sizes = [2, 2], strides = [1, 1]} : vector<8x4xf32> to vector<2x2xf32>
  %c = vector.broadcast %w : vector<1x4xf32> to vector<8x4xf32>
  %3 = vector.extract_strided_slice %c {offsets = [2, 1], sizes = [2, 2], strides = [1, 1]} : vector<8x4xf32> to vector<2x2xf32>
  %d = vector.broadcast %x : vector<4x1xf32> to vector<4x8xf32>
  %4 = vector.extract_strided_slice %d {offsets = [2, 1], sizes = [2, 2], strides = [1, 1]} : vector<4x8xf32> to vector<2x2xf32>
  return %0, %1, %2, %3, %4 : vector<2x4xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>
}

func.func @shape_cast_broadcast(%f: f32, %v: vector<3x4xf32>, %w: vector<3xf32>, %x: vector<1xf32>) -> (vector<6xf32>, vector<12xf32>, vector<8x3xf32>, vector<24xf32>, vector<2x2xf32>) {
  %0 = vector.broadcast %f : f32 to vector<2x3xf32>
  %1 = vector.shape_cast %0 : vector<2x3xf32> to vector<6xf32>
  %2 = vector.broadcast %v : vector<3x4xf32> to vector<1x3x4xf32>
  %3 = vector.shape_cast %2 : vector<1x3x4xf32> to vector<12xf32>
  %4 = vector.broadcast %w : vector<3xf32> to vector<2x4x3xf32>
  %5 = vector.shape_cast %4 : vector<2x4x3xf32> to vector<8x3xf32>
  %6 = vector.shape_cast %4 : vector<2x4x3xf32> to vector<24xf32>
  %7 = vector.broadcast %x : vector<1xf32> to vector<4xf32>
  %8 = vector.shape_cast %7 : vector<4xf32> to vector<2x2xf32>
  return %1, %3, %5, %6, %8 : vector<6xf32>, vector<12xf32>, vector<8x3xf32>, vector<24xf32>, vector<2x2xf32>
}

func.func @transpose_broadcast(%a: vector<1x1xi32>, %b: vector<4x1x1x7xi32>, %c: vector<4xi32>, %z: vector<i32>) -> (vector<8x1xi32>, vector<3x2x4x6x5x7xi32>, vector<4x2xi32>, vector<3x2xi32>, vector<3x2x4xi32>) {
  %0 = vector.broadcast %a : vector<1x1xi32> to vector<1x8xi32>
  %1 = vector.transpose %0, [1, 0] : vector<1x8xi32> to vector<8x1xi32>
  %2 = vector.broadcast %b : vector<4x1x1x7xi32> to vector<2x3x4x5x6x7xi32>
  %3 = vector.transpose %2, [1, 0, 2, 4, 3, 5] : vector<2x3x4x5x6x7xi32> to vector<3x2x4x6x5x7xi32>
  %4 = vector.broadcast %c : vector<4xi32> to vector<2x4xi32>
  %5 = vector.transpose %4, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
  %6 = vector.broadcast %z : vector<i32> to vector<2x3xi32>
  %7 = vector.transpose %6, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %8 = vector.broadcast %c : vector<4xi32> to vector<2x3x4xi32>
  %9 = vector.transpose %8, [1, 0, 2] : vector<2x3x4xi32> to vector<3x2x4xi32>
  return %1, %3, %5, %7, %9 : vector<8x1xi32>, vector<3x2x4x6x5x7xi32>, vector<4x2xi32>, vector<3x2xi32>, vector<3x2x4xi32>
}

func.func @to_broadcast(%a: f32, %v: vector<2xf32>, %w: vector<1xf32>, %x: vector<2x1xf32>) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %0 = vector.broadcast %a : f32 to vector<2xf32>
  %1:2 = vector.to_elements %0 : vector<2xf32>
  %2 = vector.broadcast %v : vector<2xf32> to vector<2x2xf32>
  %3:4 = vector.to_elements %2 : vector<2x2xf32>
  %4 = vector.broadcast %w : vector<1xf32> to vector<2xf32>
  %5:2 = vector.to_elements %4 : vector<2xf32>
  %6 = vector.broadcast %x : vector<2x1xf32> to vector<2x2xf32>
  %7:4 = vector.to_elements %6 : vector<2x2xf32>
  return %1#0, %1#1, %3#0, %3#3, %3#1, %5#0, %5#1, %7#1, %7#3 : f32, f32, f32, f32, f32, f32, f32, f32, f32
}

func.func @to_elements_more(%v: vector<2x3xf32>, %f: f32) -> (f32, f32, f32, f32) {
  %b = vector.broadcast %v : vector<2x3xf32> to vector<2x2x3xf32>
  %0:12 = vector.to_elements %b : vector<2x2x3xf32>
  %t = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %1:6 = vector.to_elements %t : vector<3x2xf32>
  %c = vector.broadcast %f : f32 to vector<1x1xf32>
  %2 = vector.to_elements %c : vector<1x1xf32>
  return %0#7, %0#0, %1#1, %2 : f32, f32, f32, f32
}

func.func @scalable_shapes(%v: vector<[1]x4xf32>, %w: vector<1x[4]xf32>, %f: f32) -> (vector<4x[1]xf32>, vector<[4]xf32>, vector<[4]x1xf32>, vector<2x[4]xf32>, vector<[1]x[4]xf32>) {
  %0 = vector.transpose %v, [1, 0] : vector<[1]x4xf32> to vector<4x[1]xf32>
  %1 = vector.transpose %w, [1, 0] : vector<1x[4]xf32> to vector<[4]x1xf32>
  %2 = vector.shape_cast %1 : vector<[4]x1xf32> to vector<[4]xf32>
  %3 = vector.broadcast %w : vector<1x[4]xf32> to vector<2x[4]xf32>
  %4 = vector.broadcast %f : f32 to vector<[4]x[1]xf32>
  %5 = vector.transpose %4, [1, 0] : vector<[4]x[1]xf32> to vector<[1]x[4]xf32>
  return %0, %2, %1, %3, %5 : vector<4x[1]xf32>, vector<[4]xf32>, vector<[4]x1xf32>, vector<2x[4]xf32>, vector<[1]x[4]xf32>
}
