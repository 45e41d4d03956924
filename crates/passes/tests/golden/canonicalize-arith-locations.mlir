// RUN: --mlir-print-debuginfo --mlir-print-local-scope --canonicalize
// What replaces several ops comes from all of them, and where there are constants, from the first of these.
func.func @gathered_constants(%x: i32, %y: i32, %s: i8, %t: i8, %p: i1, %f: f32, %g: f32, %i: index) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %c7 = arith.constant 7 : i32
  %c2 = arith.constant 2 : i32
  %m1 = arith.constant -1 : i32
  %0 = arith.addi %x, %c7 : i32
  %1 = arith.addi %0, %c2 : i32
  %2 = arith.subi %x, %c7 : i32
  %3 = arith.addi %2, %c2 : i32
  %4 = arith.subi %c7, %x : i32
  %5 = arith.addi %4, %c2 : i32
  %6 = arith.muli %y, %m1 : i32
  %7 = arith.addi %x, %6 : i32
  %8 = arith.subi %0, %c2 : i32
  %9 = arith.subi %c2, %0 : i32
  %10 = arith.subi %2, %c2 : i32
  %11 = arith.subi %4, %c2 : i32
  %12 = arith.subi %c2, %2 : i32
  %13 = arith.subi %c2, %4 : i32
  %14 = arith.subi %x, %y : i32
  %15 = arith.subi %14, %x : i32
  %16 = arith.muli %x, %c7 : i32
  %17 = arith.muli %16, %c2 : i32
  return %1, %3, %5, %7, %8, %9, %10, %11, %12, %13, %15 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}
func.func @merged(%x: i32, %y: i32, %s: i8, %t: i8, %p: i1, %q: i1, %f: f32, %g: f32, %i: index) -> (i32, i32, i32, i1, i1, i32, i32, i32, i1, i64, i16, i8, f16, f32, f32, index, i16, i32, i32, i32, i1, i1) {
  %c7 = arith.constant 7 : i32
  %c2 = arith.constant 2 : i32
  %true = arith.constant true
  %false = arith.constant false
  %16 = arith.muli %x, %c7 : i32
  %17 = arith.muli %16, %c2 : i32
  %e = arith.extui %s : i8 to i32
  %h = arith.extui %t : i8 to i32
  %es = arith.extsi %s : i8 to i32
  %hs = arith.extsi %t : i8 to i32
  %18 = arith.andi %e, %h : i32
  %19 = arith.ori %es, %hs : i32
  %20 = arith.cmpi slt, %x, %y : i32
  %21 = arith.xori %20, %true : i1
  %22 = arith.cmpi eq, %e, %h : i32
  %n = arith.xori %p, %true : i1
  %23 = arith.select %n, %x, %y : i32
  %in = arith.select %p, %x, %y : i32
  %24 = arith.select %p, %in, %c7 : i32
  %25 = arith.select %p, %c7, %in : i32
  %26 = arith.select %p, %false, %true : i1
  %27 = arith.extsi %e : i32 to i64
  %28 = arith.trunci %e : i32 to i16
  %c24 = arith.constant 24 : i32
  %sh = arith.shrsi %x, %c24 : i32
  %29 = arith.trunci %sh : i32 to i8
  %fp = arith.sitofp %x : i32 to f32
  %30 = arith.truncf %fp : f32 to f16
  %nf = arith.negf %f : f32
  %ng = arith.negf %g : f32
  %31 = arith.mulf %nf, %ng : f32
  %32 = arith.divf %nf, %ng : f32
  %33 = arith.index_cast %es : i32 to index
  %bc = arith.bitcast %s : i8 to i8
  %b1 = arith.bitcast %30 : f16 to bf16
  %34 = arith.bitcast %b1 : bf16 to i16
  %lo, %hi = arith.mulsi_extended %x, %y : i32
  %s0, %cc = arith.addui_extended %x, %y : i32, i1
  %one = arith.constant 1 : i32
  %k, %kh = arith.mulsi_extended %x, %one : i32
  %35 = arith.cmpf olt, %fp, %f : f32
  %cst = arith.constant 3.5 : f32
  %fp8 = arith.sitofp %s : i8 to f32
  %36 = arith.cmpf olt, %fp8, %cst : f32
  return %17, %18, %19, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %lo, %s0, %kh, %35, %36 : i32, i32, i32, i1, i1, i32, i32, i32, i1, i64, i16, i8, f16, f32, f32, index, i16, i32, i32, i32, i1, i1
}
