// Elements that are listed, inserted and taken out; places that are not there.

func.func @extract_poison_index(%v: vector<2x3xf32>) -> (f32, vector<3xf32>, f32, f32) {
  %m = arith.constant -1 : index
  %c = arith.constant 1 : index
  %0 = vector.extract %v[-1, 2] : f32 from vector<2x3xf32>
  %1 = vector.extract %v[%m] : vector<3xf32> from vector<2x3xf32>
  %2 = vector.extract %v[%c, 2] : f32 from vector<2x3xf32>
  %oob = arith.constant 7 : index
  %3 = vector.extract %v[%oob, %c] : f32 from vector<2x3xf32>
  return %0, %1, %2, %3 : f32, vector<3xf32>, f32, f32
}

func.func @extract_insert(%v: vector<2x3x4xf32>, %s: vector<4xf32>, %f: f32, %i: index) -> (vector<4xf32>, f32, f32, vector<4xf32>, f32, vector<3x4xf32>, f32) {
  %0 = vector.insert %s, %v[1, 2] : vector<4xf32> into vector<2x3x4xf32>
  %1 = vector.extract %0[1, 2] : vector<4xf32> from vector<2x3x4xf32>
  %2 = vector.extract %0[1, 2, 3] : f32 from vector<2x3x4xf32>
  %3 = vector.extract %0[0, 2, 3] : f32 from vector<2x3x4xf32>
  %4 = vector.extract %0[0, 1] : vector<4xf32> from vector<2x3x4xf32>
  %5 = vector.insert %f, %0[0, 0, 0] : f32 into vector<2x3x4xf32>
  %6 = vector.extract %5[1, 2, 1] : f32 from vector<2x3x4xf32>
  %7 = vector.extract %5[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %8 = vector.insert %f, %0[%i, 0, 0] : f32 into vector<2x3x4xf32>
  %9 = vector.extract %8[1, 2, 1] : f32 from vector<2x3x4xf32>
  return %1, %2, %3, %4, %6, %7, %9 : vector<4xf32>, f32, f32, vector<4xf32>, f32, vector<3x4xf32>, f32
}

func.func @extract_shuffle(%a: vector<4xf32>, %b: vector<3xf32>, %i: index) -> (f32, f32, f32, f32) {
  %s = vector.shuffle %a, %b [0, 6, 5, 3, -1] : vector<4xf32>, vector<3xf32>
  %0 = vector.extract %s[1] : f32 from vector<5xf32>
  %1 = vector.extract %s[3] : f32 from vector<5xf32>
  %2 = vector.extract %s[4] : f32 from vector<5xf32>
  %3 = vector.extract %s[%i] : f32 from vector<5xf32>
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

func.func @from_poison(%a: f32) -> (vector<2xf32>, vector<2xf32>) {
  %p = ub.poison : f32
  %0 = vector.from_elements %p, %p : vector<2xf32>
  %1 = vector.from_elements %p, %a : vector<2xf32>
  return %0, %1 : vector<2xf32>, vector<2xf32>
}

func.func @from_extracts(%v: vector<2x2x3xf32>, %w: vector<4xf32>) -> (vector<3xf32>, vector<6xf32>, vector<2x2xf32>, vector<3xf32>, vector<1xf32>) {
  %0 = vector.extract %v[1, 0, 0] : f32 from vector<2x2x3xf32>
  %1 = vector.extract %v[1, 0, 1] : f32 from vector<2x2x3xf32>
  %2 = vector.extract %v[1, 0, 2] : f32 from vector<2x2x3xf32>
  %3 = vector.extract %v[1, 1, 0] : f32 from vector<2x2x3xf32>
  %4 = vector.extract %v[1, 1, 1] : f32 from vector<2x2x3xf32>
  %5 = vector.extract %v[1, 1, 2] : f32 from vector<2x2x3xf32>
  %6 = vector.from_elements %0, %1, %2 : vector<3xf32>
  %7 = vector.from_elements %0, %1, %2, %3, %4, %5 : vector<6xf32>
  %8 = vector.extract %w[0] : f32 from vector<4xf32>
  %9 = vector.extract %w[1] : f32 from vector<4xf32>
  %10 = vector.extract %w[2] : f32 from vector<4xf32>
  %11 = vector.extract %w[3] : f32 from vector<4xf32>
  %12 = vector.from_elements %8, %9, %10, %11 : vector<2x2xf32>
  %13 = vector.from_elements %8, %9, %10 : vector<3xf32>
  %14 = vector.from_elements %8 : vector<1xf32>
  return %6, %7, %12, %13, %14 : vector<3xf32>, vector<6xf32>, vector<2x2xf32>, vector<3xf32>, vector<1xf32>
}

func.func @insert_poison_index(%v: vector<4x2xf32>, %f: f32, %w: vector<2xf32>) -> (vector<4x2xf32>, vector<4x2xf32>, vector<4x2xf32>, vector<4x2xf32>) {
  %m = arith.constant -1 : index
  %c = arith.constant 1 : index
  %9 = arith.constant 9 : index
  %0 = vector.insert %f, %v[-1, 0] : f32 into vector<4x2xf32>
  %1 = vector.insert %w, %v[%m] : vector<2xf32> into vector<4x2xf32>
  %2 = vector.insert %f, %v[%c, 1] : f32 into vector<4x2xf32>
  %3 = vector.insert %f, %v[%9, %c] : f32 into vector<4x2xf32>
  return %0, %1, %2, %3 : vector<4x2xf32>, vector<4x2xf32>, vector<4x2xf32>, vector<4x2xf32>
}

func.func @insert_part(%a: f32, %b: f32, %v: vector<3xf32>, %i: index) -> (vector<3xf32>, vector<3xf32>, vector<2xf32>) {
  %0 = vector.insert %a, %v[0] : f32 into vector<3xf32>
  %1 = vector.insert %b, %0[1] : f32 into vector<3xf32>
  %2 = vector.insert %b, %1[2] : f32 into vector<3xf32>
  %3 = vector.insert %a, %2[2] : f32 into vector<3xf32>
  %p = ub.poison : vector<2xf32>
  %4 = vector.insert %a, %p[%i] : f32 into vector<2xf32>
  %5 = vector.insert %a, %4[0] : f32 into vector<2xf32>
  %6 = vector.insert %b, %5[1] : f32 into vector<2xf32>
  return %1, %3, %6 : vector<3xf32>, vector<3xf32>, vector<2xf32>
}

func.func @insert_chain_dyn_deep(%a: f32, %b: f32, %v: vector<2xf32>, %i: index) -> vector<2xf32> {
  %0 = vector.insert %a, %v[%i] : f32 into vector<2xf32>
  %1 = vector.insert %a, %0[0] : f32 into vector<2xf32>
  %2 = vector.insert %b, %1[1] : f32 into vector<2xf32>
  return %2 : vector<2xf32>
}

func.func @insert_const_large3() -> (vector<300xi8>, vector<300xi8>, vector<20xi8>, vector<20xi8>) {
  %d = arith.constant dense<1> : vector<300xi8>
  %e = arith.constant dense<1> : vector<20xi8>
  %c = arith.constant 9 : i8
  %0 = vector.insert %c, %d[3] : i8 into vector<300xi8>
  %1 = vector.insert %c, %e[3] : i8 into vector<20xi8>
  return %0, %0, %1, %1 : vector<300xi8>, vector<300xi8>, vector<20xi8>, vector<20xi8>
}

func.func @transpose_from_elements(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %f: f32) -> (vector<3x2xf32>, vector<1x2x3xf32>) {
  %0 = vector.from_elements %a, %b, %c, %d, %e, %f : vector<2x3xf32>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %2 = vector.from_elements %a, %b, %c, %d, %e, %f : vector<3x2x1xf32>
  %3 = vector.transpose %2, [2, 1, 0] : vector<3x2x1xf32> to vector<1x2x3xf32>
  return %1, %3 : vector<3x2xf32>, vector<1x2x3xf32>
}

func.func @shape_cast_elements(%a: f32, %b: f32) -> (vector<2x1xf32>, vector<1xf32>) {
  %0 = vector.from_elements %a, %b : vector<2xf32>
  %1 = vector.shape_cast %0 : vector<2xf32> to vector<2x1xf32>
  %p = ub.poison : vector<1x1xf32>
  %i = vector.insert %a, %p[0, 0] : f32 into vector<1x1xf32>
  %2 = vector.shape_cast %i : vector<1x1xf32> to vector<1xf32>
  return %1, %2 : vector<2x1xf32>, vector<1xf32>
}

func.func @shuffle_const(%x: vector<2xi32>) -> (vector<3xi32>, vector<3xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>, vector<3xf32>) {
  %a = arith.constant dense<[1, 2]> : vector<2xi32>
  %b = arith.constant dense<[3, 4]> : vector<2xi32>
  %p = ub.poison : vector<2xi32>
  %0 = vector.shuffle %a, %b [0, 3, 1] : vector<2xi32>, vector<2xi32>
  %1 = vector.shuffle %a, %b [0, -1, 1] : vector<2xi32>, vector<2xi32>
  %2 = vector.shuffle %a, %p [0, 3, 1] : vector<2xi32>, vector<2xi32>
  %3 = vector.shuffle %p, %p [0, 3] : vector<2xi32>, vector<2xi32>
  %4 = vector.shuffle %p, %x [0, 3] : vector<2xi32>, vector<2xi32>
  %f = arith.constant dense<1.0> : vector<2xf32>
  %5 = vector.shuffle %f, %f [0, 3, 1] : vector<2xf32>, vector<2xf32>
  return %0, %1, %2, %3, %4, %5 : vector<3xi32>, vector<3xi32>, vector<3xi32>, vector<2xi32>, vector<2xi32>, vector<3xf32>
}

func.func @shuffle_0d(%a: vector<f32>, %b: vector<f32>) -> (vector<1xf32>, vector<1xf32>, vector<2xf32>, vector<1xf32>) {
  %0 = vector.shuffle %a, %b [0] : vector<f32>, vector<f32>
  %1 = vector.shuffle %a, %b [1] : vector<f32>, vector<f32>
  %2 = vector.shuffle %a, %b [1, 0] : vector<f32>, vector<f32>
  %3 = vector.shuffle %a, %b [-1] : vector<f32>, vector<f32>
  return %0, %1, %2, %3 : vector<1xf32>, vector<1xf32>, vector<2xf32>, vector<1xf32>
}
