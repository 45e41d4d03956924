// RUN: --convert-vector-to-llvm
// Transposition, outer products, alternating elements, masks by rows, casts of memory.

func.func @cast(%m: memref<vector<2x3x4xf32>>) -> memref<2xvector<3x4xf32>> {
  %0 = vector.type_cast %m : memref<vector<2x3x4xf32>> to memref<2xvector<3x4xf32>>
  %1 = vector.type_cast %0 : memref<2xvector<3x4xf32>> to memref<2x3xvector<4xf32>>
  return %0 : memref<2xvector<3x4xf32>>
}
func.func @castback(%m: memref<2x3xf32>) -> memref<vector<2x3xf32>> {
  %0 = vector.type_cast %m : memref<2x3xf32> to memref<vector<2x3xf32>>
  return %0 : memref<vector<2x3xf32>>
}
func.func @t(%v: vector<2x3xf32>) -> vector<3x2xf32> {
  %0 = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %0 : vector<3x2xf32>
}
func.func @t3(%v: vector<2x3x2xf32>) -> vector<3x2x2xf32> {
  %0 = vector.transpose %v, [1, 0, 2] : vector<2x3x2xf32> to vector<3x2x2xf32>
  return %0 : vector<3x2x2xf32>
}
func.func @t1(%v: vector<1x3xf32>) -> vector<3x1xf32> {
  %0 = vector.transpose %v, [1, 0] : vector<1x3xf32> to vector<3x1xf32>
  return %0 : vector<3x1xf32>
}
func.func @t4(%v: vector<2x3x2xf32>) -> vector<2x3x2xf32> {
  %0 = vector.transpose %v, [2, 1, 0] : vector<2x3x2xf32> to vector<2x3x2xf32>
  return %0 : vector<2x3x2xf32>
}
func.func @outer(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>, %s: f32) -> (vector<2x3xf32>, vector<2x3xf32>, vector<2xf32>) {
  %0 = vector.outerproduct %a, %b : vector<2xf32>, vector<3xf32>
  %1 = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<2xf32>, vector<3xf32>
  %2 = vector.outerproduct %a, %s : vector<2xf32>, f32
  return %0, %1, %2 : vector<2x3xf32>, vector<2x3xf32>, vector<2xf32>
}
func.func @mred(%a: vector<2x3xf32>, %acc: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.multi_reduction <add>, %a, %acc [1] : vector<2x3xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @inter(%a: vector<2xf32>, %b: vector<2xf32>) -> (vector<4xf32>, vector<2xf32>, vector<2xf32>) {
  %0 = vector.interleave %a, %b : vector<2xf32> -> vector<4xf32>
  %1, %2 = vector.deinterleave %0 : vector<4xf32> -> vector<2xf32>
  return %0, %1, %2 : vector<4xf32>, vector<2xf32>, vector<2xf32>
}
func.func @scan(%a: vector<2xi32>, %m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %p: vector<4xf32>) -> (vector<4xf32>) {
  %0 = vector.expandload %m[%i], %mask, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %mask, %0 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %s = vector.vscale
  return %0 : vector<4xf32>
}
func.func @masks(%i: index, %j: index) -> (vector<3x4xi1>, vector<2x3xi1>, vector<2x2x3xi1>) {
  %0 = vector.create_mask %i, %j : vector<3x4xi1>
  %1 = vector.constant_mask [1, 2] : vector<2x3xi1>
  %2 = vector.constant_mask [1, 2, 2] : vector<2x2x3xi1>
  return %0, %1, %2 : vector<3x4xi1>, vector<2x3xi1>, vector<2x2x3xi1>
}
