// Dimensions of size one go, and so does what one op does and another undoes.
func.func @a(%i: index, %b: index) -> (index, index, index, index) {
  %c4 = arith.constant 4 : index
  %0:2 = affine.delinearize_index %i into (%c4, %b) : index, index
  %1 = affine.delinearize_index %i into (%b) : index
  %c27 = arith.constant -27 : index
  %2:2 = affine.delinearize_index %c27 into (5) : index, index
  return %0#0, %1, %2#0, %2#1 : index, index, index, index
}
func.func @b(%i: index, %b: index) -> (index, index, index, index, index) {
  %0:5 = affine.delinearize_index %i into (1, 3, 1, %b, 1) : index, index, index, index, index
  return %0#0, %0#1, %0#2, %0#3, %0#4 : index, index, index, index, index
}
func.func @c(%i: index, %b: index) -> (index, index, index, index) {
  %0:4 = affine.delinearize_index %i into (1, 3, 1) : index, index, index, index
  return %0#0, %0#1, %0#2, %0#3 : index, index, index, index
}
func.func @c1(%i: index, %b: index) -> (index, index) {
  %0:2 = affine.delinearize_index %i into (1, 1) : index, index
  return %0#0, %0#1 : index, index
}
func.func @d(%i: index, %j: index, %k: index, %b: index) -> (index, index, index) {
  %l = affine.linearize_index disjoint [%i, %j, %k] by (7, %b, 3) : index
  %0:3 = affine.delinearize_index %l into (4, %b, 3) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
func.func @d2(%i: index, %j: index, %k: index, %b: index) -> (index, index, index) {
  %l = affine.linearize_index disjoint [%i, %j, %k] by (7, %b, 3) : index
  %0:3 = affine.delinearize_index %l into (7, %b, 3) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
func.func @d3(%i: index, %j: index, %k: index, %b: index) -> (index, index, index) {
  %l = affine.linearize_index disjoint [%i, %j, %k] by (%b, 3) : index
  %0:3 = affine.delinearize_index %l into (%b, 3) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
func.func @d4(%i: index, %j: index, %k: index, %b: index) -> (index, index, index) {
  %l = affine.linearize_index [%i, %j, %k] by (%b, 3) : index
  %0:3 = affine.delinearize_index %l into (%b, 3) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
func.func @s(%i: index, %j: index, %k: index, %b: index) -> (index, index, index) {
  %l = affine.linearize_index disjoint [%i, %j] by (%b, 12) : index
  %0:3 = affine.delinearize_index %l into (5, 3, 4) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
func.func @l(%i: index, %j: index, %k: index, %b: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %0 = affine.linearize_index [] by () : index
  %1 = affine.linearize_index [%i] by (%b) : index
  %2 = affine.linearize_index [%c5, %c7] by (%c5) : index
  %3 = affine.linearize_index [%c0, %i, %j] by (%b, 1, 3) : index
  %4 = affine.linearize_index disjoint [%i, %j, %k] by (3, 1, %b) : index
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}
func.func @l1(%i: index, %j: index, %k: index, %b: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %0 = affine.linearize_index [%i, %c0, %k] by (3, 1, %b) : index
  %1 = affine.linearize_index disjoint [%i, %j] by (1, 1) : index
  %2 = affine.linearize_index [%i, %j] by (1, 1) : index
  return %0, %1, %2 : index, index, index
}
func.func @p(%i: index, %j: index, %k: index, %b: index) -> (index, index, index, index) {
  %0:3 = affine.delinearize_index %i into (3, 4, %b) : index, index, index
  %1 = affine.linearize_index [%0#0, %0#1, %0#2] by (3, 4, %b) : index
  %2 = affine.linearize_index [%j, %0#1, %0#2] by (4, %b) : index
  %3 = affine.linearize_index disjoint [%0#0, %0#1, %k] by (3, 4, %b) : index
  return %1, %2, %3, %0#1 : index, index, index, index
}
func.func @p2(%i: index, %j: index, %k: index, %b: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (4, 5) : index, index, index
  %1 = affine.linearize_index [%0#0, %0#1, %0#2] by (4, 5) : index
  %2:3 = affine.delinearize_index %j into (3, 4, 5) : index, index, index
  %3 = affine.linearize_index [%k, %2#0, %2#1] by (2, 3, 4) : index
  %4 = affine.linearize_index [%2#0, %2#1, %j] by (4, 2) : index
  return %1, %3, %4 : index, index, index
}
func.func @p3(%i: index, %j: index, %k: index, %b: index) -> (index, index, index, index) {
  %0:4 = affine.delinearize_index %i into (2, 3, 4, %b) : index, index, index, index
  %1 = affine.linearize_index [%0#1, %0#2] by (3, 4) : index
  return %1, %0#0, %0#2, %0#3 : index, index, index, index
}
func.func @p4(%i: index, %j: index, %k: index, %b: index) -> (index, index) {
  %0:2 = affine.delinearize_index %i into (8, 8) : index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1, %j] by (5, 8, 2) : index
  %2:3 = affine.delinearize_index %i into (8, 8, %b) : index, index, index
  %3 = affine.linearize_index disjoint [%j, %2#0, %2#1, %2#2] by (5, 8, 8, %b) : index
  return %1, %3 : index, index
}
func.func @vectors(%m: memref<100x100xf32>, %i: index) {
  %c3 = arith.constant 3 : index
  affine.for %j = 0 to 16 step 8 {
    %k = affine.apply affine_map<(d0) -> (d0 + 8)>(%j)
    %0 = affine.vector_load %m[%c3, %k] : memref<100x100xf32>, vector<8xf32>
    affine.vector_store %0, %m[%j + %c3, %k] : memref<100x100xf32>, vector<8xf32>
  }
  return
}
func.func @unknown(%i: index, %j: index, %k: index) -> (index, index, index, index) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %0 = affine.linearize_index [%c3, %c4] by (%k) : index
  %1 = affine.linearize_index disjoint [%i, %j] by (%k, 12) : index
  %2:2 = affine.delinearize_index %1 into (3, 5) : index, index
  %3 = affine.delinearize_index %1 into (12) : index
  return %0, %2#0, %2#1, %3 : index, index, index, index
}
