// Aggregates: parts of constants, descriptors that are made part by part, and zeros in the form that LLVM gives them.

llvm.mlir.global internal @text("\00\00")
llvm.mlir.global internal @rows(dense<[[0, 0], [1, 2]]> : tensor<2x2xi8>) : !llvm.array<2 x array<2 x i8>>
llvm.mlir.global internal @words(dense<[[1, 2], [0, 0]]> : tensor<2x2xi32>) : !llvm.array<2 x array<2 x i32>>
llvm.func @descriptor(!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)
llvm.func @pair(!llvm.struct<packed (i8, i64)>)
llvm.func @bytes(!llvm.array<2 x i8>)
llvm.func @row(!llvm.array<2 x i32>)
llvm.func @i8(i8)
llvm.func @i32(i32)

llvm.func @memref(%n: i64) {
  %poison = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %0 = llvm.mlir.addressof @words : !llvm.ptr
  %c0 = llvm.mlir.constant(0 : index) : i64
  %c1 = llvm.mlir.constant(1 : index) : i64
  %1 = llvm.getelementptr %0[0, 0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x array<2 x i32>>
  %2 = llvm.insertvalue %0, %poison[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %3 = llvm.insertvalue %1, %2[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %4 = llvm.insertvalue %c0, %3[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %5 = llvm.insertvalue %n, %4[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %6 = llvm.insertvalue %c1, %5[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %7 = llvm.insertvalue %c1, %4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  llvm.call @descriptor(%6) : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> ()
  llvm.call @descriptor(%7) : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> ()
  llvm.return
}

llvm.func @parts() {
  %rows = llvm.mlir.constant(dense<[[1, 2], [0, 0]]> : tensor<2x2xi32>) : !llvm.array<2 x array<2 x i32>>
  %bytes = llvm.mlir.constant(dense<1> : tensor<2xi8>) : !llvm.array<2 x i8>
  %text = llvm.mlir.constant("ab") : !llvm.array<2 x i8>
  %undef = llvm.mlir.undef : !llvm.struct<packed (i8, i64)>
  %zero = llvm.mlir.zero : !llvm.struct<packed (i8, i64)>
  %0 = llvm.extractvalue %rows[0, 1] : !llvm.array<2 x array<2 x i32>>
  %1 = llvm.extractvalue %rows[1] : !llvm.array<2 x array<2 x i32>>
  %2 = llvm.extractvalue %text[1] : !llvm.array<2 x i8>
  %3 = llvm.insertvalue %2, %bytes[0] : !llvm.array<2 x i8>
  %4 = llvm.insertvalue %2, %undef[0] : !llvm.struct<packed (i8, i64)>
  %5 = llvm.extractvalue %4[1] : !llvm.struct<packed (i8, i64)>
  %6 = llvm.insertvalue %5, %zero[1] : !llvm.struct<packed (i8, i64)>
  llvm.call @i32(%0) : (i32) -> ()
  llvm.call @row(%1) : (!llvm.array<2 x i32>) -> ()
  llvm.call @i8(%2) : (i8) -> ()
  llvm.call @bytes(%bytes) : (!llvm.array<2 x i8>) -> ()
  llvm.call @bytes(%3) : (!llvm.array<2 x i8>) -> ()
  llvm.call @pair(%4) : (!llvm.struct<packed (i8, i64)>) -> ()
  llvm.call @pair(%6) : (!llvm.struct<packed (i8, i64)>) -> ()
  llvm.return
}
