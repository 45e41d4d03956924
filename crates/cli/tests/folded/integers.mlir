// Arithmetic on integers of all widths, with results that are poison, and operands that are undefined.

llvm.func @i1(i1)
llvm.func @i8(i8)
llvm.func @i32(i32)
llvm.func @i64(i64)
llvm.func @i200(i200)

llvm.func @arithmetic() {
  %most = llvm.mlir.constant(127 : i8) : i8
  %least = llvm.mlir.constant(-128 : i8) : i8
  %minus = llvm.mlir.constant(-1 : i8) : i8
  %zero = llvm.mlir.constant(0 : i8) : i8
  %one = llvm.mlir.constant(1 : i8) : i8
  %eight = llvm.mlir.constant(8 : i8) : i8
  %0 = llvm.add %most, %one overflow<nsw> : i8
  %1 = llvm.sub %zero, %one overflow<nuw> : i8
  %2 = llvm.mul %most, %most : i8
  %3 = llvm.sdiv %least, %minus : i8
  %4 = llvm.srem %least, %minus : i8
  %5 = llvm.udiv %most, %zero : i8
  %6 = llvm.urem %minus, %most : i8
  %7 = llvm.shl %one, %eight : i8
  %8 = llvm.ashr %least, %one : i8
  %9 = llvm.lshr exact %most, %one : i8
  %10 = llvm.or disjoint %one, %one : i8
  %11 = llvm.xor %0, %10 : i8
  llvm.call @i8(%0) : (i8) -> ()
  llvm.call @i8(%1) : (i8) -> ()
  llvm.call @i8(%2) : (i8) -> ()
  llvm.call @i8(%3) : (i8) -> ()
  llvm.call @i8(%4) : (i8) -> ()
  llvm.call @i8(%5) : (i8) -> ()
  llvm.call @i8(%6) : (i8) -> ()
  llvm.call @i8(%7) : (i8) -> ()
  llvm.call @i8(%8) : (i8) -> ()
  llvm.call @i8(%9) : (i8) -> ()
  llvm.call @i8(%11) : (i8) -> ()
  llvm.return
}

llvm.func @undefined() {
  %undef = llvm.mlir.undef : i32
  %poison = llvm.mlir.poison : i32
  %zero = llvm.mlir.constant(0 : i32) : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %0 = llvm.add %zero, %poison : i32
  %1 = llvm.mul %undef, %three : i32
  %2 = llvm.and %undef, %three : i32
  %3 = llvm.or %undef, %three : i32
  %4 = llvm.udiv %three, %undef : i32
  %5 = llvm.xor %undef, %undef : i32
  %6 = llvm.zext %undef : i32 to i64
  %7 = llvm.icmp "ugt" %undef, %three : i32
  %8 = llvm.icmp "eq" %undef, %three : i32
  %9 = llvm.select %8, %three, %undef : i1, i32
  %10 = llvm.freeze %undef : i32
  llvm.call @i32(%0) : (i32) -> ()
  llvm.call @i32(%1) : (i32) -> ()
  llvm.call @i32(%2) : (i32) -> ()
  llvm.call @i32(%3) : (i32) -> ()
  llvm.call @i32(%4) : (i32) -> ()
  llvm.call @i32(%5) : (i32) -> ()
  llvm.call @i64(%6) : (i64) -> ()
  llvm.call @i1(%7) : (i1) -> ()
  llvm.call @i1(%8) : (i1) -> ()
  llvm.call @i32(%9) : (i32) -> ()
  llvm.call @i32(%10) : (i32) -> ()
  llvm.return
}

llvm.func @wide() {
  %seven = llvm.mlir.constant(7 : i200) : i200
  %far = llvm.mlir.constant(150 : i200) : i200
  %0 = llvm.shl %seven, %far : i200
  %1 = llvm.sitofp %0 : i200 to f64
  %2 = llvm.fptoui %1 : f64 to i200
  %3 = llvm.trunc %2 : i200 to i32
  %4 = llvm.icmp "slt" %0, %seven : i200
  llvm.call @i200(%0) : (i200) -> ()
  llvm.call @i200(%2) : (i200) -> ()
  llvm.call @i32(%3) : (i32) -> ()
  llvm.call @i1(%4) : (i1) -> ()
  llvm.return
}

// With variables nothing is computed, but for conversions of a type to itself.
llvm.func @variables(%x: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %0 = llvm.bitcast %x : i32 to i32
  %1 = llvm.bitcast %0 : i32 to i32
  %2 = llvm.add %1, %zero : i32
  %3 = llvm.mul %2, %zero : i32
  %4 = llvm.select %no, %3, %zero : i1, i32
  %5 = llvm.intr.smax(%zero, %zero) : (i32, i32) -> i32
  %6 = llvm.add %4, %5 : i32
  llvm.return %6 : i32
}
