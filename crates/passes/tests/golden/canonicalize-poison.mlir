// RUN: --canonicalize

// Computations of poison, and others near them.
func.func @f1(%a: i32, %f: f32, %v: vector<2xi32>, %c: i1) {
  %p = ub.poison : i32
  %q = ub.poison : f32
  %w = ub.poison : vector<2xi32>
  %b = ub.poison : i1
  %k = arith.constant 1 : i32
  %0 = arith.addi %a, %p : i32
  %1 = arith.muli %p, %a : i32
  %2 = arith.addf %q, %f : f32
  %3 = arith.addi %v, %w : vector<2xi32>
  %4 = arith.shli %a, %p : i32
  %5 = arith.cmpi slt, %a, %p : i32
  %6 = arith.select %c, %a, %p : i32
  %7 = arith.select %c, %p, %a : i32
  %8 = arith.select %b, %p, %a : i32
  %9 = arith.select %b, %k, %a : i32
  %10 = arith.extsi %p : i32 to i64
  %11 = arith.sitofp %p : i32 to f32
  %12 = arith.bitcast %p : i32 to f32
  %13 = arith.bitcast %w : vector<2xi32> to vector<2xf32>
  %14 = arith.index_cast %p : i32 to index
  %15 = math.exp %q : f32
  %16 = math.ctlz %p : i32
  %17 = math.cbrt %q : f32
  %18 = math.isnan %q : f32
  %19:2 = arith.mulsi_extended %p, %a : i32
  %20:2 = arith.mului_extended %p, %a : i32
  %21 = arith.negf %q : f32
  %22 = arith.maxnumf %q, %f : f32
  %23 = arith.maxsi %a, %p : i32
  %24 = arith.ceildivsi %a, %p : i32
  %25 = arith.remui %p, %a : i32
  %26 = math.powf %q, %f : f32
  %27 = math.ipowi %p, %a : i32
  %28 = math.fma %q, %f, %f : f32
  %29 = arith.xori %p, %p : i32
  %30 = arith.andi %a, %p : i32
  "t.u"(%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19#0,%19#1,%20#0,%20#1,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30) : (i32,i32,f32,vector<2xi32>,i32,i1,i32,i32,i32,i32,i64,f32,f32,vector<2xf32>,index,f32,i32,f32,i1,i32,i32,i32,i32,f32,f32,i32,i32,i32,f32,i32,f32,i32,i32) -> ()
  return }
func.func @f2(%x: i1, %y: vector<2xi1>) -> (i1,i1,vector<2xi1>,vector<2xi1>) {
  %t = arith.constant true
  %u = arith.constant dense<true> : vector<2xi1>
  %0:2 = arith.mulsi_extended %x, %t : i1
  %1:2 = arith.mulsi_extended %y, %u : vector<2xi1>
  return %0#0, %0#1, %1#0, %1#1 : i1, i1, vector<2xi1>, vector<2xi1> }
func.func @f3(%c: vector<2xi1>, %s: i1) -> (vector<2xi8>, vector<2xi8>, i8, i8) {
  %o = arith.constant dense<1> : vector<2xi8>
  %z = arith.constant dense<0> : vector<2xi8>
  %so = arith.constant 1 : i8
  %sz = arith.constant 0 : i8
  %0 = arith.select %c, %o, %z : vector<2xi1>, vector<2xi8>
  %1 = arith.select %c, %z, %o : vector<2xi1>, vector<2xi8>
  %2 = arith.select %s, %so, %sz : i8
  %3 = arith.select %s, %sz, %so : i8
  return %0, %1, %2, %3 : vector<2xi8>, vector<2xi8>, i8, i8 }
func.func @f4(%a: i64, %u: i64) -> (f16, f16, f16) {
  %0 = arith.sitofp %a : i64 to f32
  %1 = arith.truncf %0 upward : f32 to f16
  %2 = arith.truncf %0 : f32 to f16
  %4 = arith.uitofp %a : i64 to f32
  %3 = arith.truncf %4 to_nearest_even : f32 to f16
  return %1, %2, %3 : f16, f16, f16 }
