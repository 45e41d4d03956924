// Regions of globals are computed as functions are.

llvm.mlir.global external @table(dense<[1, 2, 3]> : tensor<3xi64>) : !llvm.array<3 x i64>
llvm.mlir.global internal @parts() : !llvm.struct<(ptr, i64, i64)> {
  %0 = llvm.mlir.addressof @table : !llvm.ptr
  %1 = llvm.getelementptr %0[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %2 = llvm.ptrtoint %1 : !llvm.ptr to i64
  %3 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %4 = llvm.sub %2, %3 : i64
  %5 = llvm.mul %4, %4 : i64
  %6 = llvm.mlir.undef : !llvm.struct<(ptr, i64, i64)>
  %7 = llvm.insertvalue %1, %6[0] : !llvm.struct<(ptr, i64, i64)>
  %8 = llvm.insertvalue %5, %7[1] : !llvm.struct<(ptr, i64, i64)>
  %9 = llvm.insertvalue %2, %8[2] : !llvm.struct<(ptr, i64, i64)>
  llvm.return %9 : !llvm.struct<(ptr, i64, i64)>
}
llvm.mlir.global internal @relative() : i32 {
  %0 = llvm.mlir.addressof @table : !llvm.ptr
  %1 = llvm.mlir.addressof @relative : !llvm.ptr
  %2 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %3 = llvm.ptrtoint %1 : !llvm.ptr to i64
  %4 = llvm.sub %2, %3 overflow<nsw> : i64
  %5 = llvm.trunc %4 : i64 to i32
  llvm.return %5 : i32
}
