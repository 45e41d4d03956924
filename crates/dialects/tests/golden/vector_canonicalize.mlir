// Folding and patterns.

func.func @extract_of_broadcast(%a: f32) -> f32 {
  %0 = vector.broadcast %a : f32 to vector<4xf32>
  %1 = vector.extract %0[2] : f32 from vector<4xf32>
  return %1 : f32
}

func.func @extract_of_constant() -> (f32, vector<2xi32>, i32) {
  %0 = arith.constant dense<1.5> : vector<4xf32>
  %1 = vector.extract %0[2] : f32 from vector<4xf32>
  %2 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %3 = vector.extract %2[1] : vector<2xi32> from vector<2x2xi32>
  %4 = vector.extract %2[0, 1] : i32 from vector<2x2xi32>
  return %1, %3, %4 : f32, vector<2xi32>, i32
}

func.func @extract_of_elements(%a: f32, %b: f32) -> f32 {
  %0 = vector.from_elements %a, %b : vector<2xf32>
  %1 = vector.extract %0[1] : f32 from vector<2xf32>
  return %1 : f32
}

func.func @extract_of_insert(%a: f32, %b: f32, %v: vector<4xf32>) -> (f32, f32) {
  %0 = vector.insert %a, %v [1] : f32 into vector<4xf32>
  %1 = vector.extract %0[1] : f32 from vector<4xf32>
  %2 = vector.extract %0[2] : f32 from vector<4xf32>
  return %1, %2 : f32, f32
}

func.func @constant_position(%v: vector<4xf32>, %a: f32) -> (f32, vector<4xf32>) {
  %c2 = arith.constant 2 : index
  %0 = vector.extract %v[%c2] : f32 from vector<4xf32>
  %1 = vector.insert %a, %v [%c2] : f32 into vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}

func.func @all(%v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.extract %v[] : vector<4xf32> from vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @broadcast_constant() -> vector<4xi32> {
  %0 = arith.constant 3 : i32
  %1 = vector.broadcast %0 : i32 to vector<4xi32>
  return %1 : vector<4xi32>
}

func.func @broadcast_same(%v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @shape_casts(%v: vector<4xf32>) -> (vector<4xf32>, vector<4x1xf32>) {
  %0 = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %1 = vector.shape_cast %0 : vector<2x2xf32> to vector<4xf32>
  %2 = vector.shape_cast %0 : vector<2x2xf32> to vector<4x1xf32>
  return %1, %2 : vector<4xf32>, vector<4x1xf32>
}

func.func @shape_cast_constant() -> vector<4xi32> {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %1 = vector.shape_cast %0 : vector<2x2xi32> to vector<4xi32>
  return %1 : vector<4xi32>
}

func.func @transposes(%v: vector<2x4xf32>) -> (vector<2x4xf32>, vector<4x4xf32>) {
  %0 = vector.transpose %v, [0, 1] : vector<2x4xf32> to vector<2x4xf32>
  %1 = arith.constant dense<2.0> : vector<4x4xf32>
  %2 = vector.transpose %1, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  return %0, %2 : vector<2x4xf32>, vector<4x4xf32>
}

func.func @bitcasts(%v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %1 = vector.bitcast %0 : vector<4xi32> to vector<4xf32>
  return %1 : vector<4xf32>
}

func.func @elements(%v: vector<2xf32>) -> (vector<2xf32>, vector<2xi32>) {
  %0:2 = vector.to_elements %v : vector<2xf32>
  %1 = vector.from_elements %0#0, %0#1 : vector<2xf32>
  %2 = arith.constant 1 : i32
  %3 = arith.constant 2 : i32
  %4 = vector.from_elements %2, %3 : vector<2xi32>
  return %1, %4 : vector<2xf32>, vector<2xi32>
}

func.func @dead(%m: memref<4xf32>, %i: index) {
  %0 = vector.load %m[%i] : memref<4xf32>, vector<4xf32>
  return
}
