// RUN: --convert-vector-to-llvm

func.func @scalars(%n: index, %b: i1, %c: i8, %i: i32, %l: i64, %u: ui16, %s: si8, %h: f16, %g: bf16, %f: f32, %d: f64) {
  vector.print %n : index
  vector.print %b : i1
  vector.print %c : i8
  vector.print %i : i32 punctuation <comma>
  vector.print %l : i64 punctuation <no_punctuation>
  vector.print %u : ui16
  vector.print %s : si8
  vector.print %h : f16
  vector.print %g : bf16
  vector.print %f : f32
  vector.print %d : f64
  return
}

func.func @text() {
  vector.print punctuation <open>
  vector.print str "hello"
  vector.print str "hello\n"
  vector.print punctuation <close>
  vector.print
  return
}

// Everything is folded first.
func.func @folded(%x: i32) -> i32 {
  %a = arith.constant 2 : i32
  %b = arith.constant 3 : i32
  %dead = arith.constant 9 : i64
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %x, %0 : i32
  %c = arith.constant 5 : i32
  %2 = arith.addi %1, %c : i32
  vector.print %2 : i32
  return %2 : i32
}

func.func @elements(%f: f32, %v: vector<4xf32>, %m: vector<2x4xf32>, %i: index) -> (vector<4xf32>, f32, f32, f32, vector<4xf32>, vector<2x4xf32>, vector<2xf32>) {
  %0 = vector.broadcast %f : f32 to vector<4xf32>
  %1 = vector.extract %v[2] : f32 from vector<4xf32>
  %2 = vector.extract %v[%i] : f32 from vector<4xf32>
  %3 = vector.extract %m[1, 3] : f32 from vector<2x4xf32>
  %4 = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  %5 = vector.insert %f, %m[0, 1] : f32 into vector<2x4xf32>
  %6 = vector.from_elements %f, %1 : vector<2xf32>
  return %0, %1, %2, %3, %4, %5, %6 : vector<4xf32>, f32, f32, f32, vector<4xf32>, vector<2x4xf32>, vector<2xf32>
}

func.func @whole(%v: vector<4xf32>, %w: vector<4xf32>, %f: f32) -> (vector<4xf32>, vector<4xi32>, vector<4xf32>, vector<2xf32>, vector<2x3xf32>) {
  %0 = vector.fma %v, %w, %v : vector<4xf32>
  %1 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %2 = vector.shuffle %v, %w [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  %3 = vector.extract_strided_slice %w {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %4 = vector.broadcast %f : f32 to vector<2x3xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xi32>, vector<4xf32>, vector<2xf32>, vector<2x3xf32>
}

func.func @reductions(%v: vector<4xi32>, %x: i32, %u: vector<4xf32>, %f: f32) {
  %0 = vector.reduction <add>, %v : vector<4xi32> into i32
  vector.print %0 : i32
  %1 = vector.reduction <maxsi>, %v, %x : vector<4xi32> into i32
  vector.print %1 : i32
  %2 = vector.reduction <xor>, %v, %x : vector<4xi32> into i32
  vector.print %2 : i32
  %3 = vector.reduction <add>, %u : vector<4xf32> into f32
  vector.print %3 : f32
  %4 = vector.reduction <mul>, %u, %f : vector<4xf32> into f32
  vector.print %4 : f32
  %5 = vector.reduction <minnumf>, %u, %f fastmath<nnan> : vector<4xf32> into f32
  vector.print %5 : f32
  %6 = vector.reduction <maximumf>, %u : vector<4xf32> into f32
  vector.print %6 : f32
  return
}

func.func @memory(%m: memref<8x8xf32>, %b: memref<?xi8>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  vector.store %0, %m[%i, %i] {nontemporal = true, alignment = 16 : i64} : memref<8x8xf32>, vector<4xf32>
  %1 = vector.maskedload %m[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %1 : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.load %b[%i] : memref<?xi8>, vector<16xi8>
  vector.store %2, %b[%i] : memref<?xi8>, vector<16xi8>
  return
}
