// What a data layout says: the order of bytes, the sizes of pointers, and where fields are.

module attributes {llvm.data_layout = "E-p:32:32-p1:64:64-i64:64"} {
  llvm.mlir.global external @here() : !llvm.struct<(i8, i64)>
  llvm.func @ptr(!llvm.ptr)
  llvm.func @i16(i16)
  llvm.func @i64(i64)
  llvm.func @f() {
    %0 = llvm.mlir.addressof @here : !llvm.ptr
    %1 = llvm.getelementptr %0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64)>
    %2 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, ptr, ptr<1>)>
    %bytes = llvm.mlir.constant(dense<[1, 2]> : vector<2xi8>) : vector<2xi8>
    %3 = llvm.bitcast %bytes : vector<2xi8> to i16
    %minus = llvm.mlir.constant(-1 : i64) : i64
    %4 = llvm.inttoptr %minus : i64 to !llvm.ptr
    %5 = llvm.ptrtoint %4 : !llvm.ptr to i64
    llvm.call @ptr(%1) : (!llvm.ptr) -> ()
    llvm.call @ptr(%2) : (!llvm.ptr) -> ()
    llvm.call @i16(%3) : (i16) -> ()
    llvm.call @i64(%5) : (i64) -> ()
    llvm.return
  }
}
