// Programs in the llvm dialect that each give one number.

!pair = !llvm.struct<(i8, struct<(f32, i64)>, array<2 x i16>)>
!packed = !llvm.struct<packed (i8, i32, i64)>
!wide = !llvm.struct<(i64, i64, f64, i32)>

llvm.mlir.global private @counter(41 : i64) : i64
llvm.mlir.global internal constant @text("some text") : !llvm.array<9 x i8>
llvm.mlir.global internal @table(dense<[[1, 2, 3], [40, 50, 60]]> : tensor<2x3xi32>) : !llvm.array<2 x array<3 x i32>>
llvm.mlir.global internal @splat(dense<7> : tensor<5xi16>) : !llvm.array<5 x i16>
llvm.mlir.global internal @room() : !llvm.array<16 x i64>
llvm.mlir.global internal constant @built() : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
  %1 = llvm.mlir.constant(9 : i32) : i32
  %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
  %3 = llvm.mlir.addressof @table : !llvm.ptr
  %4 = llvm.getelementptr %3[0, 1, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x array<3 x i32>>
  %5 = llvm.insertvalue %4, %2[1] : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
  %6 = llvm.mlir.addressof @callee : !llvm.ptr
  %7 = llvm.insertvalue %6, %5[2] : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
  %8 = llvm.mlir.constant(dense<[3, 4]> : tensor<2xi8>) : !llvm.array<2 x i8>
  %9 = llvm.insertvalue %8, %7[3] : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
  llvm.return %9 : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
}

llvm.func internal @callee(%a: i64, %b: i64) -> i64 {
  %0 = llvm.mul %a, %b : i64
  llvm.return %0 : i64
}

llvm.func @memory() -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x !pair : (i64) -> !llvm.ptr
  %a = llvm.mlir.constant(-3 : i8) : i8
  %f = llvm.mlir.constant(2.5 : f32) : f32
  %b = llvm.mlir.constant(1234567890123 : i64) : i64
  %0 = llvm.getelementptr %p[0, 0] : (!llvm.ptr) -> !llvm.ptr, !pair
  llvm.store %a, %0 : i8, !llvm.ptr
  %1 = llvm.getelementptr %p[0, 1, 0] : (!llvm.ptr) -> !llvm.ptr, !pair
  llvm.store %f, %1 : f32, !llvm.ptr
  %2 = llvm.getelementptr %p[0, 1, 1] : (!llvm.ptr) -> !llvm.ptr, !pair
  llvm.store %b, %2 : i64, !llvm.ptr
  %h = llvm.mlir.constant(515 : i16) : i16
  %3 = llvm.getelementptr %p[0, 2, %one] : (!llvm.ptr, i64) -> !llvm.ptr, !pair
  llvm.store %h, %3 : i16, !llvm.ptr
  %all = llvm.load %p : !llvm.ptr -> !pair
  %4 = llvm.extractvalue %all[0] : !pair
  %5 = llvm.extractvalue %all[1, 1] : !pair
  %6 = llvm.extractvalue %all[2, 1] : !pair
  %7 = llvm.sext %4 : i8 to i64
  %8 = llvm.zext %6 : i16 to i64
  %9 = llvm.extractvalue %all[1, 0] : !pair
  %10 = llvm.fptosi %9 : f32 to i64
  %11 = llvm.add %5, %7 : i64
  %12 = llvm.add %11, %8 : i64
  %13 = llvm.mul %12, %10 : i64
  llvm.return %13 : i64
}

llvm.func @packed() -> i64 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %one x !packed : (i32) -> !llvm.ptr
  %0 = llvm.mlir.undef : !packed
  %a = llvm.mlir.constant(1 : i8) : i8
  %b = llvm.mlir.constant(2 : i32) : i32
  %c = llvm.mlir.constant(3 : i64) : i64
  %1 = llvm.insertvalue %a, %0[0] : !packed
  %2 = llvm.insertvalue %b, %1[1] : !packed
  %3 = llvm.insertvalue %c, %2[2] : !packed
  llvm.store %3, %p : !packed, !llvm.ptr
  %q = llvm.getelementptr %p[5] : (!llvm.ptr) -> !llvm.ptr, i8
  %4 = llvm.load %q {alignment = 1 : i64} : !llvm.ptr -> i64
  %r = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %5 = llvm.load %r {alignment = 1 : i64} : !llvm.ptr -> i32
  %6 = llvm.zext %5 : i32 to i64
  %7 = llvm.shl %6, %4 : i64
  llvm.return %7 : i64
}

llvm.func @copies() -> i64 {
  %n = llvm.mlir.constant(16 : i64) : i64
  %p = llvm.alloca %n x i8 : (i64) -> !llvm.ptr
  %q = llvm.alloca %n x i8 : (i64) -> !llvm.ptr
  %v = llvm.mlir.constant(33 : i8) : i8
  "llvm.intr.memset"(%p, %v, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %text = llvm.mlir.addressof @text : !llvm.ptr
  %nine = llvm.mlir.constant(9 : i32) : i32
  "llvm.intr.memcpy"(%p, %text, %nine) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  %p1 = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, i8
  "llvm.intr.memmove"(%p1, %p, %nine) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  "llvm.intr.memcpy.inline"(%q, %p) <{isVolatile = false, len = 16 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  %a = llvm.load %q : !llvm.ptr -> i64
  %q8 = llvm.getelementptr %q[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %b = llvm.load %q8 : !llvm.ptr -> i64
  %r = llvm.xor %a, %b : i64
  llvm.return %r : i64
}

llvm.func @globals() -> i64 {
  %c = llvm.mlir.addressof @counter : !llvm.ptr
  %0 = llvm.load %c : !llvm.ptr -> i64
  %b = llvm.mlir.addressof @built : !llvm.ptr
  %whole = llvm.load %b : !llvm.ptr -> !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
  %1 = llvm.extractvalue %whole[1] : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
  %2 = llvm.load %1 : !llvm.ptr -> i32
  %3 = llvm.sext %2 : i32 to i64
  %4 = llvm.extractvalue %whole[2] : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
  %5 = llvm.call %4(%0, %3) : !llvm.ptr, (i64, i64) -> i64
  %6 = llvm.extractvalue %whole[3, 1] : !llvm.struct<(i32, ptr, ptr, array<2 x i8>)>
  %7 = llvm.zext %6 : i8 to i64
  %s = llvm.mlir.addressof @splat : !llvm.ptr
  %s4 = llvm.getelementptr %s[0, 4] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<5 x i16>
  %8 = llvm.load %s4 : !llvm.ptr -> i16
  %9 = llvm.zext %8 : i16 to i64
  %room = llvm.mlir.addressof @room : !llvm.ptr
  %r9 = llvm.getelementptr %room[9] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %9, %r9 : i64, !llvm.ptr
  %10 = llvm.load %r9 : !llvm.ptr -> i64
  %11 = llvm.add %5, %7 : i64
  %12 = llvm.mul %11, %10 : i64
  llvm.return %12 : i64
}

llvm.func internal @swap(%a: !pair, %flag: i1) -> !llvm.struct<(i64, i8)> {
  %0 = llvm.extractvalue %a[1, 1] : !pair
  %1 = llvm.extractvalue %a[0] : !pair
  %zero = llvm.mlir.constant(0 : i8) : i8
  %2 = llvm.select %flag, %1, %zero : i1, i8
  %3 = llvm.mlir.undef : !llvm.struct<(i64, i8)>
  %4 = llvm.insertvalue %0, %3[0] : !llvm.struct<(i64, i8)>
  %5 = llvm.insertvalue %2, %4[1] : !llvm.struct<(i64, i8)>
  llvm.return %5 : !llvm.struct<(i64, i8)>
}

llvm.func @aggregates() -> i64 {
  %0 = llvm.mlir.zero : !pair
  %a = llvm.mlir.constant(77 : i64) : i64
  %b = llvm.mlir.constant(-4 : i8) : i8
  %yes = llvm.mlir.constant(true) : i1
  %1 = llvm.insertvalue %a, %0[1, 1] : !pair
  %2 = llvm.insertvalue %b, %1[0] : !pair
  %3 = llvm.call @swap(%2, %yes) : (!pair, i1) -> !llvm.struct<(i64, i8)>
  %4 = llvm.extractvalue %3[0] : !llvm.struct<(i64, i8)>
  %5 = llvm.extractvalue %3[1] : !llvm.struct<(i64, i8)>
  %6 = llvm.sext %5 : i8 to i64
  %7 = llvm.mul %4, %6 : i64
  llvm.return %7 : i64
}

llvm.func internal @wide(%n: i64) -> !wide {
  %0 = llvm.mlir.undef : !wide
  %1 = llvm.insertvalue %n, %0[0] : !wide
  %2 = llvm.mul %n, %n : i64
  %3 = llvm.insertvalue %2, %1[1] : !wide
  %4 = llvm.sitofp %n : i64 to f64
  %5 = llvm.insertvalue %4, %3[2] : !wide
  %6 = llvm.trunc %2 : i64 to i32
  %7 = llvm.insertvalue %6, %5[3] : !wide
  llvm.return %7 : !wide
}

llvm.func @large_results() -> i64 {
  %n = llvm.mlir.constant(12 : i64) : i64
  %direct = llvm.call @wide(%n) : (i64) -> !wide
  %0 = llvm.extractvalue %direct[1] : !wide
  %through = llvm.call @wide(%0) : (i64) -> !wide
  %1 = llvm.extractvalue %through[1] : !wide
  %2 = llvm.extractvalue %through[2] : !wide
  %3 = llvm.fptosi %2 : f64 to i64
  %4 = llvm.extractvalue %direct[3] : !wide
  %5 = llvm.sext %4 : i32 to i64
  %6 = llvm.add %1, %3 : i64
  %7 = llvm.add %6, %5 : i64
  llvm.return %7 : i64
}

llvm.func internal @many(%a: i64, %b: f64, %c: i32, %d: i64, %e: f32, %f: i8, %g: i64, %h: i64, %i: i16, %j: i64, %k: f64,
                         %l: !llvm.struct<(i64, i64)>) -> i64 {
  %0 = llvm.fptosi %b : f64 to i64
  %1 = llvm.sext %c : i32 to i64
  %2 = llvm.fptosi %e : f32 to i64
  %3 = llvm.sext %f : i8 to i64
  %4 = llvm.zext %i : i16 to i64
  %5 = llvm.fptosi %k : f64 to i64
  %6 = llvm.extractvalue %l[1] : !llvm.struct<(i64, i64)>
  %7 = llvm.sub %a, %0 : i64
  %8 = llvm.mul %7, %1 : i64
  %9 = llvm.sub %8, %d : i64
  %10 = llvm.mul %9, %2 : i64
  %11 = llvm.sub %10, %3 : i64
  %12 = llvm.mul %11, %g : i64
  %13 = llvm.sub %12, %h : i64
  %14 = llvm.mul %13, %4 : i64
  %15 = llvm.sub %14, %j : i64
  %16 = llvm.mul %15, %5 : i64
  %17 = llvm.sub %16, %6 : i64
  llvm.return %17 : i64
}

llvm.func @many_arguments() -> i64 {
  %a = llvm.mlir.constant(3 : i64) : i64
  %b = llvm.mlir.constant(5.0 : f64) : f64
  %c = llvm.mlir.constant(-7 : i32) : i32
  %e = llvm.mlir.constant(9.0 : f32) : f32
  %f = llvm.mlir.constant(-11 : i8) : i8
  %i = llvm.mlir.constant(65535 : i16) : i16
  %0 = llvm.mlir.zero : !llvm.struct<(i64, i64)>
  %l = llvm.insertvalue %a, %0[1] : !llvm.struct<(i64, i64)>
  %r = llvm.call @many(%a, %b, %c, %a, %e, %f, %a, %a, %i, %a, %b, %l)
    : (i64, f64, i32, i64, f32, i8, i64, i64, i16, i64, f64, !llvm.struct<(i64, i64)>) -> i64
  llvm.return %r : i64
}

// C's functions get what they expect of small integers.
llvm.func @toupper(i32) -> i32
llvm.func @abs(i32) -> i32
llvm.func @strlen(!llvm.ptr) -> i64

llvm.func @small_arguments() -> i64 {
  %a = llvm.mlir.constant(97 : i32) : i32
  %0 = llvm.call @toupper(%a) : (i32) -> i32
  %b = llvm.mlir.constant(-5 : i32) : i32
  %1 = llvm.call @abs(%b) : (i32) -> i32
  %2 = llvm.mul %0, %1 : i32
  %3 = llvm.sext %2 : i32 to i64
  %n = llvm.mlir.constant(4 : i64) : i64
  %p = llvm.alloca %n x i8 : (i64) -> !llvm.ptr
  %x = llvm.mlir.constant(30840 : i64) : i64
  %y = llvm.trunc %x : i64 to i32
  llvm.store %y, %p : i32, !llvm.ptr
  %4 = llvm.call @strlen(%p) : (!llvm.ptr) -> i64
  %5 = llvm.mul %3, %4 : i64
  llvm.return %5 : i64
}

llvm.func internal @choose(%x: i8, %y: i64) -> i64 {
  llvm.switch %x : i8, ^bb1(%y : i64) [
    0: ^bb2,
    -1: ^bb1(%y : i64),
    100: ^bb3(%y, %x : i64, i8),
    -128: ^bb3(%y, %x : i64, i8)
  ]
^bb1(%0: i64):
  %one = llvm.mlir.constant(1 : i64) : i64
  %1 = llvm.add %0, %one : i64
  llvm.return %1 : i64
^bb2:
  %zero = llvm.mlir.constant(0 : i64) : i64
  llvm.return %zero : i64
^bb3(%2: i64, %3: i8):
  %4 = llvm.sext %3 : i8 to i64
  %5 = llvm.mul %2, %4 : i64
  llvm.return %5 : i64
}

llvm.func @switches() -> i64 {
  %y = llvm.mlir.constant(1000 : i64) : i64
  %a = llvm.mlir.constant(0 : i8) : i8
  %b = llvm.mlir.constant(-1 : i8) : i8
  %c = llvm.mlir.constant(100 : i8) : i8
  %d = llvm.mlir.constant(-128 : i8) : i8
  %e = llvm.mlir.constant(5 : i8) : i8
  %0 = llvm.call @choose(%a, %y) : (i8, i64) -> i64
  %1 = llvm.call @choose(%b, %y) : (i8, i64) -> i64
  %2 = llvm.call @choose(%c, %y) : (i8, i64) -> i64
  %3 = llvm.call @choose(%d, %y) : (i8, i64) -> i64
  %4 = llvm.call @choose(%e, %y) : (i8, i64) -> i64
  %5 = llvm.add %0, %1 : i64
  %6 = llvm.mul %5, %2 : i64
  %7 = llvm.sub %6, %3 : i64
  %8 = llvm.mul %7, %4 : i64
  llvm.return %8 : i64
}

llvm.func @indirect() -> i64 {
  %yes = llvm.mlir.constant(true) : i1
  %f = llvm.mlir.addressof @callee : !llvm.ptr
  %g = llvm.mlir.zero : !llvm.ptr
  %h = llvm.select %yes, %f, %g : i1, !llvm.ptr
  %a = llvm.mlir.constant(6 : i64) : i64
  %r = llvm.call %h(%a, %a) : !llvm.ptr, (i64, i64) -> i64
  llvm.return %r : i64
}

llvm.func internal @fib(%n: i64) -> i64 {
  %two = llvm.mlir.constant(2 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %small = llvm.icmp "slt" %n, %two : i64
  llvm.cond_br %small, ^bb1(%n : i64), ^bb2
^bb1(%r: i64):
  llvm.return %r : i64
^bb2:
  %a = llvm.sub %n, %one : i64
  %b = llvm.sub %n, %two : i64
  %c = llvm.call @fib(%a) : (i64) -> i64
  %d = llvm.call @fib(%b) : (i64) -> i64
  %e = llvm.add %c, %d : i64
  llvm.br ^bb1(%e : i64)
}

llvm.func @recursive() -> i64 {
  %n = llvm.mlir.constant(20 : i64) : i64
  %r = llvm.call @fib(%n) : (i64) -> i64
  llvm.return %r : i64
}

llvm.func @atomics() -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %a = llvm.mlir.constant(12 : i64) : i64
  llvm.store %a, %p atomic seq_cst {alignment = 8 : i64} : i64, !llvm.ptr
  %0 = llvm.atomicrmw add %p, %a seq_cst : !llvm.ptr, i64
  %1 = llvm.atomicrmw sub %p, %one acq_rel : !llvm.ptr, i64
  %2 = llvm.atomicrmw _and %p, %a monotonic : !llvm.ptr, i64
  %3 = llvm.atomicrmw _or %p, %one monotonic : !llvm.ptr, i64
  %4 = llvm.atomicrmw _xor %p, %a monotonic : !llvm.ptr, i64
  %m = llvm.mlir.constant(-3 : i64) : i64
  %5 = llvm.atomicrmw max %p, %m monotonic : !llvm.ptr, i64
  %6 = llvm.atomicrmw umax %p, %m monotonic : !llvm.ptr, i64
  %7 = llvm.atomicrmw min %p, %a monotonic : !llvm.ptr, i64
  %8 = llvm.atomicrmw umin %p, %a monotonic : !llvm.ptr, i64
  %9 = llvm.atomicrmw nand %p, %a monotonic : !llvm.ptr, i64
  %10 = llvm.atomicrmw xchg %p, %a acquire : !llvm.ptr, i64
  %11 = llvm.cmpxchg %p, %a, %m acq_rel monotonic : !llvm.ptr, i64
  %12 = llvm.cmpxchg %p, %a, %one seq_cst seq_cst : !llvm.ptr, i64
  llvm.fence seq_cst
  %13 = llvm.load %p atomic acquire {alignment = 8 : i64} : !llvm.ptr -> i64
  %14 = llvm.extractvalue %11[1] : !llvm.struct<(i64, i1)>
  %15 = llvm.extractvalue %12[1] : !llvm.struct<(i64, i1)>
  %16 = llvm.extractvalue %12[0] : !llvm.struct<(i64, i1)>
  %17 = llvm.zext %14 : i1 to i64
  %18 = llvm.zext %15 : i1 to i64
  %k = llvm.mlir.constant(31 : i64) : i64
  %t0 = llvm.add %0, %1 : i64
  %t1 = llvm.mul %t0, %k : i64
  %t2 = llvm.add %t1, %2 : i64
  %t3 = llvm.mul %t2, %k : i64
  %t4 = llvm.add %t3, %3 : i64
  %t5 = llvm.mul %t4, %k : i64
  %t6 = llvm.add %t5, %4 : i64
  %t7 = llvm.mul %t6, %k : i64
  %t8 = llvm.add %t7, %5 : i64
  %t9 = llvm.mul %t8, %k : i64
  %t10 = llvm.add %t9, %6 : i64
  %t11 = llvm.mul %t10, %k : i64
  %t12 = llvm.add %t11, %7 : i64
  %t13 = llvm.mul %t12, %k : i64
  %t14 = llvm.add %t13, %8 : i64
  %t15 = llvm.mul %t14, %k : i64
  %t16 = llvm.add %t15, %9 : i64
  %t17 = llvm.mul %t16, %k : i64
  %t18 = llvm.add %t17, %10 : i64
  %t19 = llvm.mul %t18, %k : i64
  %t20 = llvm.add %t19, %13 : i64
  %t21 = llvm.mul %t20, %k : i64
  %t22 = llvm.add %t21, %16 : i64
  %t23 = llvm.mul %t22, %k : i64
  %t24 = llvm.add %t23, %17 : i64
  %t25 = llvm.mul %t24, %k : i64
  %t26 = llvm.add %t25, %18 : i64
  llvm.return %t26 : i64
}

llvm.func @aligned() -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i32 {alignment = 256 : i64} : (i64) -> !llvm.ptr
  %q = llvm.alloca %one x i128 : (i64) -> !llvm.ptr
  %0 = llvm.ptrtoint %p : !llvm.ptr to i64
  %1 = llvm.ptrtoint %q : !llvm.ptr to i64
  %m = llvm.mlir.constant(255 : i64) : i64
  %n = llvm.mlir.constant(15 : i64) : i64
  %2 = llvm.and %0, %m : i64
  %3 = llvm.and %1, %n : i64
  %4 = llvm.add %2, %3 : i64
  llvm.return %4 : i64
}

llvm.func @selects() -> i64 {
  %no = llvm.mlir.constant(false) : i1
  %0 = llvm.mlir.zero : !pair
  %a = llvm.mlir.constant(8 : i64) : i64
  %1 = llvm.insertvalue %a, %0[1, 1] : !pair
  %2 = llvm.select %no, %0, %1 : i1, !pair
  %3 = llvm.freeze %2 : !pair
  %4 = llvm.extractvalue %3[1, 1] : !pair
  llvm.return %4 : i64
}

llvm.func @loops() -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %n = llvm.mlir.constant(100 : i64) : i64
  %f = llvm.mlir.constant(0.5 : f64) : f64
  llvm.br ^bb1(%zero, %zero, %f : i64, i64, f64)
^bb1(%i: i64, %sum: i64, %x: f64):
  %more = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %more, ^bb2, ^bb3
^bb2:
  %0 = llvm.fadd %x, %f : f64
  %1 = llvm.fptosi %0 : f64 to i64
  %2 = llvm.add %sum, %1 : i64
  %3 = llvm.add %i, %one : i64
  // What is passed swaps places.
  llvm.br ^bb1(%3, %2, %0 : i64, i64, f64)
^bb3:
  llvm.return %sum : i64
}

llvm.func @pointers() -> i64 {
  %n = llvm.mlir.constant(4 : i64) : i64
  %p = llvm.alloca %n x !packed : (i64) -> !llvm.ptr
  %i = llvm.mlir.constant(-1 : i32) : i32
  %two = llvm.mlir.constant(2 : i16) : i16
  %q = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, !packed
  %r = llvm.getelementptr %q[%i, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !packed
  %s = llvm.getelementptr %r[%two] : (!llvm.ptr, i16) -> !llvm.ptr, f64
  %0 = llvm.ptrtoint %p : !llvm.ptr to i64
  %1 = llvm.ptrtoint %s : !llvm.ptr to i64
  %2 = llvm.sub %1, %0 : i64
  llvm.return %2 : i64
}

llvm.func @traps() -> i64 {
  %a = llvm.mlir.constant(1 : i64) : i64
  %no = llvm.mlir.constant(false) : i1
  llvm.cond_br %no, ^bb1, ^bb2
^bb1:
  "llvm.intr.trap"() : () -> ()
  llvm.br ^bb2
^bb2:
  %yes = llvm.mlir.constant(true) : i1
  llvm.intr.assume %yes : i1
  %0 = llvm.intr.expect %a, %a : i64
  llvm.cond_br %yes, ^bb3, ^bb4
^bb3:
  llvm.return %0 : i64
^bb4:
  llvm.unreachable
}

llvm.mlir.global internal @bit_in_a_byte(true) : i8
llvm.mlir.global internal @bit(true) : i1

llvm.func @numbers() -> i64 {
  %p = llvm.mlir.addressof @bit_in_a_byte : !llvm.ptr
  %0 = llvm.load %p : !llvm.ptr -> i8
  %1 = llvm.zext %0 : i8 to i64
  %q = llvm.mlir.addressof @bit : !llvm.ptr
  %2 = llvm.load %q : !llvm.ptr -> i8
  %3 = llvm.zext %2 : i8 to i64
  %k = llvm.mlir.constant(1000 : i64) : i64
  %4 = llvm.mul %1, %k : i64
  %5 = llvm.add %4, %3 : i64
  llvm.return %5 : i64
}

llvm.func @to_integers() -> i64 {
  %x = llvm.mlir.constant(2.5 : f64) : f64
  %0 = llvm.intr.lround(%x) : (f64) -> i64
  %1 = llvm.intr.lround(%x) : (f64) -> i32
  %2 = llvm.intr.lrint(%x) : (f64) -> i64
  %e = llvm.mlir.constant(-2 : i32) : i32
  %3 = llvm.intr.ldexp(%x, %e) : (f64, i32) -> f64
  %4 = llvm.intr.powi(%x, %e) : (f64, i32) -> f64
  %5 = llvm.fadd %3, %4 : f64
  %6 = llvm.bitcast %5 : f64 to i64
  %7 = llvm.sext %1 : i32 to i64
  %8 = llvm.add %0, %7 : i64
  %9 = llvm.mul %8, %2 : i64
  %10 = llvm.add %9, %6 : i64
  llvm.return %10 : i64
}

// Where vectors are stored, memory is aligned for them.
llvm.func @wide_integers_on_the_stack() -> i64 {
  %n = llvm.mlir.constant(4 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %before = llvm.alloca %one x i8 : (i64) -> !llvm.ptr
  %p = llvm.alloca %n x i128 : (i64) -> !llvm.ptr
  %a = llvm.mlir.constant(dense<-7> : vector<2xi64>) : vector<2xi64>
  llvm.store %a, %p : vector<2xi64>, !llvm.ptr
  %x = llvm.load %p : !llvm.ptr -> vector<2xi64>
  %e = llvm.extractelement %x[%one : i64] : vector<2xi64>
  llvm.return %e : i64
}

// Memory of one side of a condition, and of an iteration that frees it in another block.
llvm.func @stack_in_blocks() -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %ten = llvm.mlir.constant(10 : i64) : i64
  llvm.br ^head(%zero, %zero : i64, i64)
^head(%i: i64, %sum: i64):
  %more = llvm.icmp "slt" %i, %ten : i64
  llvm.cond_br %more, ^body, ^rest
^body:
  %s = llvm.intr.stacksave : !llvm.ptr
  %p = llvm.alloca %one x !llvm.array<4 x i64> : (i64) -> !llvm.ptr
  llvm.store %i, %p : i64, !llvm.ptr
  %odd = llvm.and %i, %one : i64
  %is_odd = llvm.icmp "eq" %odd, %one : i64
  llvm.cond_br %is_odd, ^square, ^next
^square:
  %q = llvm.alloca %ten x i64 : (i64) -> !llvm.ptr
  %square = llvm.mul %i, %i : i64
  llvm.store %square, %q : i64, !llvm.ptr
  %loaded = llvm.load %q : !llvm.ptr -> i64
  llvm.store %loaded, %p : i64, !llvm.ptr
  llvm.br ^next
^next:
  %value = llvm.load %p : !llvm.ptr -> i64
  %new_sum = llvm.add %sum, %value : i64
  %new_i = llvm.add %i, %one : i64
  llvm.intr.stackrestore %s : !llvm.ptr
  llvm.br ^head(%new_i, %new_sum : i64, i64)
^rest:
  %is_large = llvm.icmp "sgt" %sum, %ten : i64
  llvm.cond_br %is_large, ^large, ^end(%sum : i64)
^large:
  %r = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.store %sum, %r : i64, !llvm.ptr
  %result = llvm.load %r : !llvm.ptr -> i64
  llvm.br ^end(%result : i64)
^end(%given: i64):
  llvm.return %given : i64
}

llvm.func @atomics_on_floats() -> i64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  %q = llvm.alloca %one x f32 : (i64) -> !llvm.ptr
  %a = llvm.mlir.constant(2.5 : f64) : f64
  %b = llvm.mlir.constant(-7.25 : f64) : f64
  %nan = llvm.mlir.constant(0x7FF8000000000000 : f64) : f64
  %c = llvm.mlir.constant(1.5 : f32) : f32
  llvm.store %a, %p : f64, !llvm.ptr
  llvm.store %c, %q : f32, !llvm.ptr
  %0 = llvm.atomicrmw fadd %p, %b seq_cst : !llvm.ptr, f64
  %1 = llvm.atomicrmw fsub %p, %a monotonic : !llvm.ptr, f64
  %2 = llvm.atomicrmw fmax %p, %nan monotonic : !llvm.ptr, f64
  %3 = llvm.atomicrmw fmin %p, %b monotonic : !llvm.ptr, f64
  %4 = llvm.atomicrmw fmax %p, %a acq_rel : !llvm.ptr, f64
  %5 = llvm.atomicrmw fadd %q, %c seq_cst : !llvm.ptr, f32
  %m = llvm.atomicrmw fmaximum %p, %b monotonic : !llvm.ptr, f64
  %n = llvm.atomicrmw fminimum %p, %b monotonic : !llvm.ptr, f64
  %6 = llvm.atomicrmw xchg %p, %a seq_cst : !llvm.ptr, f64
  %7 = llvm.load %q : !llvm.ptr -> f32
  %8 = llvm.fpext %7 : f32 to f64
  %9 = llvm.fadd %0, %1 : f64
  %10 = llvm.fmul %9, %2 : f64
  %11 = llvm.fadd %10, %3 : f64
  %12 = llvm.fmul %11, %4 : f64
  %mn = llvm.fsub %m, %n : f64
  %k = llvm.fadd %6, %mn : f64
  %13 = llvm.fadd %12, %k : f64
  %14 = llvm.fmul %13, %8 : f64
  %15 = llvm.bitcast %14 : f64 to i64
  llvm.return %15 : i64
}
