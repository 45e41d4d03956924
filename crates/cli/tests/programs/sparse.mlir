// RUN: -convert-vector-to-llvm -finalize-memref-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -reconcile-unrealized-casts
// Of sparse constants, the elements that are not named are zero.
memref.global "private" constant @floats : memref<8xf32> = sparse<[[1], [5]], [1.0, 2.0]>
memref.global "private" constant @numbers : memref<2x3xi32> = sparse<[[0, 1], [1, 2]], [7, -2]>
memref.global "private" constant @equal : memref<2x3xi8> = sparse<[[0, 1], [1, 0]], 3>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %floats = memref.get_global @floats : memref<8xf32>
  %numbers = memref.get_global @numbers : memref<2x3xi32>
  %equal = memref.get_global @equal : memref<2x3xi8>
  %0 = memref.load %floats[%c5] : memref<8xf32>
  %1 = memref.load %floats[%c2] : memref<8xf32>
  %2 = memref.load %numbers[%c0, %c1] : memref<2x3xi32>
  %3 = memref.load %numbers[%c1, %c2] : memref<2x3xi32>
  %4 = memref.load %numbers[%c1, %c1] : memref<2x3xi32>
  %5 = memref.load %equal[%c1, %c0] : memref<2x3xi8>
  %6 = memref.load %equal[%c1, %c1] : memref<2x3xi8>
  vector.print %0 : f32
  vector.print %1 : f32
  vector.print %2 : i32
  vector.print %3 : i32
  vector.print %4 : i32
  vector.print %5 : i8
  vector.print %6 : i8
  return
}
