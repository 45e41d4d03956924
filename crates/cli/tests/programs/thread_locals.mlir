// RUN: -finalize-memref-to-llvm -convert-vector-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -reconcile-unrealized-casts
// Variables that each thread has for itself: with a value, without, and aligned.
llvm.mlir.global internal thread_local @number(41 : i32) : i32
llvm.mlir.global thread_local @wide(dense<[1, 2, 3, 4]> : tensor<4xi64>) {alignment = 64 : i64} : !llvm.array<4 x i64>
llvm.mlir.global private thread_local @pair() : !llvm.struct<(i8, f64)> {
  %zero = llvm.mlir.zero : !llvm.struct<(i8, f64)>
  %x = llvm.mlir.constant(2.5 : f64) : f64
  %pair = llvm.insertvalue %x, %zero[1] : !llvm.struct<(i8, f64)>
  llvm.return %pair : !llvm.struct<(i8, f64)>
}
func.func @next() -> i32 {
  %one = arith.constant 1 : i32
  %at = llvm.mlir.addressof @number : !llvm.ptr
  %old = llvm.load %at : !llvm.ptr -> i32
  %new = arith.addi %old, %one : i32
  llvm.store %new, %at : i32, !llvm.ptr
  return %new : i32
}
func.func @main() {
  %first = call @next() : () -> i32
  %second = call @next() : () -> i32
  vector.print %first : i32
  vector.print %second : i32
  %wide = llvm.mlir.addressof @wide : !llvm.ptr
  %third = llvm.getelementptr %wide[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i64>
  %element = llvm.load %third : !llvm.ptr -> i64
  vector.print %element : i64
  %address = llvm.ptrtoint %wide : !llvm.ptr to i64
  %c63 = arith.constant 63 : i64
  %rest = arith.andi %address, %c63 : i64
  vector.print %rest : i64
  %pair = llvm.mlir.addressof @pair : !llvm.ptr
  %field = llvm.getelementptr %pair[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, f64)>
  %x = llvm.load %field : !llvm.ptr -> f64
  vector.print %x : f64
  return
}
