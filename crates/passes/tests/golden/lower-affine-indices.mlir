// RUN: --lower-affine
func.func @indices(%n: index, %a: index, %b: index) -> index {
  %0:3 = affine.delinearize_index %n into (%a, 4, %b) : index, index, index
  %1:3 = affine.delinearize_index %n into (4, %b) {note = "no outer bound"} : index, index, index
  %2 = affine.delinearize_index %n into () : index
  %3 = affine.linearize_index [%0#0, %0#1, %1#2] by (2, %b, 5) : index
  %4 = affine.linearize_index disjoint [%1#0, %a] by (3) {note} : index
  %5 = affine.linearize_index [] by () : index
  %6 = "affine.linearize_index"(%3, %4) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 3>}> : (index, index) -> index
  %7 = "affine.linearize_index"(%5, %6, %2) <{operandSegmentSizes = array<i32: 2, 1>, static_basis = array<i64: -9223372036854775808, 7>}> : (index, index, index) -> index
  return %7 : index
}
// What affine loops count stays a dimension.
func.func @dimensions(%m: memref<10x10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %n = affine.linearize_index disjoint [%i, %j] by (10, 10) : index
      %k = affine.delinearize_index %n into (10) : index
      %x = affine.load %m[%k, %j] : memref<10x10xf32>
    }
  }
  return
}

func.func @vectors(%m: memref<100x100xf32>, %i: index) {
  affine.for %j = 0 to 16 step 8 {
    %0 = affine.vector_load %m[%i + 3, %j + 7] : memref<100x100xf32>, vector<8xf32>
    affine.vector_store %0, %m[%j, symbol(%i) * 2] {note} : memref<100x100xf32>, vector<8xf32>
    %1 = affine.vector_load %m[%j, 0] {note} : memref<100x100xf32>, vector<2x8xf32>
  }
  return
}
func.func @loops(%i: index, %j: index, %k: index, %b: index, %c: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %n = %c0 to %b step %c1 iter_args(%s = %c0) -> index {
    %0 = affine.linearize_index disjoint [%n, %j, %k, %s] by (%b, 4, %c) : index
    scf.yield %0 : index
  }
  %1 = affine.linearize_index [] by () : index
  %2 = affine.linearize_index [%1] by () : index
  return %r : index
}
