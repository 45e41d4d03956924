// Addresses become a base and a distance in bytes; what two addresses are to each other is known of some.

llvm.mlir.global internal @one(7 : i32) {alignment = 16 : i64} : i32
llvm.mlir.global external @other() : i32
llvm.mlir.global extern_weak @maybe() : i32
llvm.mlir.global internal unnamed_addr @merged(1 : i8) : i8
llvm.mlir.global external @table(dense<[1, 2, 3, 4]> : tensor<4xi64>) : !llvm.array<4 x i64>
llvm.mlir.alias external @alias : i32 {
  %0 = llvm.mlir.addressof @one : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @ptr(!llvm.ptr)
llvm.func @i64(i64)
llvm.func @i1(i1)

llvm.func @elements() {
  %table = llvm.mlir.addressof @table : !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %back = llvm.mlir.constant(-1 : i64) : i64
  %0 = llvm.getelementptr %table[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i64>
  %1 = llvm.getelementptr %0[%back] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %2 = llvm.getelementptr %1[-2] : (!llvm.ptr) -> !llvm.ptr, i64
  %3 = llvm.getelementptr %table[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %4 = llvm.getelementptr %table[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %5 = llvm.getelementptr nusw %table[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %6 = llvm.getelementptr inbounds %table[-5] : (!llvm.ptr) -> !llvm.ptr, i64
  %7 = llvm.getelementptr %table[1, 2, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64, array<3 x i16>)>
  %8 = llvm.getelementptr %null[3] : (!llvm.ptr) -> !llvm.ptr, f80
  %9 = llvm.ptrtoint %8 : !llvm.ptr to i64
  %10 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %11 = llvm.ptrtoint %table : !llvm.ptr to i64
  %12 = llvm.sub %10, %11 : i64
  %13 = llvm.getelementptr %table[%10] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.call @ptr(%0) : (!llvm.ptr) -> ()
  llvm.call @ptr(%1) : (!llvm.ptr) -> ()
  llvm.call @ptr(%2) : (!llvm.ptr) -> ()
  llvm.call @ptr(%3) : (!llvm.ptr) -> ()
  llvm.call @ptr(%4) : (!llvm.ptr) -> ()
  llvm.call @ptr(%5) : (!llvm.ptr) -> ()
  llvm.call @ptr(%6) : (!llvm.ptr) -> ()
  llvm.call @ptr(%7) : (!llvm.ptr) -> ()
  llvm.call @ptr(%8) : (!llvm.ptr) -> ()
  llvm.call @i64(%9) : (i64) -> ()
  llvm.call @i64(%12) : (i64) -> ()
  llvm.call @ptr(%13) : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func @numbers() {
  %one = llvm.mlir.addressof @one : !llvm.ptr
  %other = llvm.mlir.addressof @other : !llvm.ptr
  %two = llvm.mlir.constant(2 : i64) : i64
  %seven = llvm.mlir.constant(7 : i64) : i64
  %poison = llvm.mlir.constant(3735928559 : i64) : i64
  %0 = llvm.inttoptr %poison : i64 to !llvm.ptr
  %1 = llvm.ptrtoint %one : !llvm.ptr to i64
  %2 = llvm.ptrtoint %other : !llvm.ptr to i64
  %3 = llvm.add %two, %1 overflow<nsw> : i64
  %4 = llvm.add %3, %seven : i64
  %5 = llvm.sub %two, %1 : i64
  %6 = llvm.mul %1, %two : i64
  %7 = llvm.and %1, %seven : i64
  %8 = llvm.and %2, %seven : i64
  %9 = llvm.and %2, %two : i64
  %10 = llvm.inttoptr %1 : i64 to !llvm.ptr
  %11 = llvm.trunc %4 : i64 to i8
  %12 = llvm.zext %11 : i8 to i64
  %13 = llvm.addrspacecast %one : !llvm.ptr to !llvm.ptr<1>
  %14 = llvm.addrspacecast %13 : !llvm.ptr<1> to !llvm.ptr
  llvm.call @ptr(%0) : (!llvm.ptr) -> ()
  llvm.call @i64(%4) : (i64) -> ()
  llvm.call @i64(%5) : (i64) -> ()
  llvm.call @i64(%6) : (i64) -> ()
  llvm.call @i64(%7) : (i64) -> ()
  llvm.call @i64(%8) : (i64) -> ()
  llvm.call @i64(%9) : (i64) -> ()
  llvm.call @ptr(%10) : (!llvm.ptr) -> ()
  llvm.call @i64(%12) : (i64) -> ()
  llvm.call @ptr(%14) : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func @comparisons() {
  %one = llvm.mlir.addressof @one : !llvm.ptr
  %other = llvm.mlir.addressof @other : !llvm.ptr
  %maybe = llvm.mlir.addressof @maybe : !llvm.ptr
  %merged = llvm.mlir.addressof @merged : !llvm.ptr
  %alias = llvm.mlir.addressof @alias : !llvm.ptr
  %table = llvm.mlir.addressof @table : !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %far = llvm.getelementptr %table[9] : (!llvm.ptr) -> !llvm.ptr, i64
  %near = llvm.getelementptr inbounds %table[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %0 = llvm.icmp "eq" %one, %null : !llvm.ptr
  %1 = llvm.icmp "eq" %one, %other : !llvm.ptr
  %2 = llvm.icmp "eq" %one, %maybe : !llvm.ptr
  %3 = llvm.icmp "ne" %maybe, %null : !llvm.ptr
  %4 = llvm.icmp "ult" %one, %other : !llvm.ptr
  %5 = llvm.icmp "ne" %one, %merged : !llvm.ptr
  %6 = llvm.icmp "eq" %one, %alias : !llvm.ptr
  %7 = llvm.icmp "eq" %table, %far : !llvm.ptr
  %8 = llvm.icmp "ult" %table, %far : !llvm.ptr
  %9 = llvm.icmp "ult" %table, %near : !llvm.ptr
  %10 = llvm.icmp "ugt" %near, %null : !llvm.ptr
  llvm.call @i1(%0) : (i1) -> ()
  llvm.call @i1(%1) : (i1) -> ()
  llvm.call @i1(%2) : (i1) -> ()
  llvm.call @i1(%3) : (i1) -> ()
  llvm.call @i1(%4) : (i1) -> ()
  llvm.call @i1(%5) : (i1) -> ()
  llvm.call @i1(%6) : (i1) -> ()
  llvm.call @i1(%7) : (i1) -> ()
  llvm.call @i1(%8) : (i1) -> ()
  llvm.call @i1(%9) : (i1) -> ()
  llvm.call @i1(%10) : (i1) -> ()
  llvm.return
}
