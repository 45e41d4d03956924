// RUN: -expand-realloc -expand-strided-metadata -convert-scf-to-cf -convert-vector-to-llvm -convert-arith-to-llvm -finalize-memref-to-llvm -convert-func-to-llvm -convert-cf-to-llvm -reconcile-unrealized-casts
// Memory that grows keeps its values; memory that shrinks stays where it is.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c100 = arith.constant 100 : index
  %five = arith.constant 5 : i64
  %seven = arith.constant 7 : i64
  %a = memref.alloc(%c2) : memref<?xi64>
  memref.store %five, %a[%c0] : memref<?xi64>
  memref.store %seven, %a[%c1] : memref<?xi64>
  %b = memref.realloc %a(%c100) : memref<?xi64> to memref<?xi64>
  %c = memref.realloc %b : memref<?xi64> to memref<2xi64>
  %x = memref.load %c[%c0] : memref<2xi64>
  %y = memref.load %c[%c1] : memref<2xi64>
  vector.print %x : i64
  vector.print %y : i64
  memref.dealloc %c : memref<2xi64>
  return
}
