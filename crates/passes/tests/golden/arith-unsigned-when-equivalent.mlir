// RUN: --arith-unsigned-when-equivalent
func.func @not_negative(%a: i8, %v: vector<4xi8>) -> (i32, i32, i32, i32, i32, i32, i64, vector<4xi32>, i1, i1) {
  %x = arith.extui %a : i8 to i32
  %w = arith.extui %v : vector<4xi8> to vector<4xi32>
  %c7 = arith.constant 7 : i32
  %0 = arith.divsi %x, %c7 exact {kept} : i32
  %1 = arith.ceildivsi %x, %c7 : i32
  %2 = arith.floordivsi %x, %c7 : i32
  %3 = arith.remsi %x, %c7 : i32
  %4 = arith.minsi %x, %c7 : i32
  %5 = arith.maxsi %x, %c7 : i32
  %6 = arith.extsi %x : i32 to i64
  %7 = arith.minsi %w, %w : vector<4xi32>
  %8 = arith.cmpi slt, %x, %c7 {dropped} : i32
  %9 = arith.cmpi sge, %x, %c7 : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i32, i32, i32, i32, i32, i32, i64, vector<4xi32>, i1, i1
}

// Negative numbers, ops that are left alone, and what uses ops that were replaced.
func.func @kept(%a: i8, %b: i8) -> (i32, i1, i32, index, f32, i32) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %c7 = arith.constant 7 : i32
  %0 = arith.divsi %x, %y : i32
  %1 = arith.cmpi sle, %y, %x : i32
  %2 = arith.shrsi %x, %c7 : i32
  %3 = arith.index_cast %x : i32 to index
  %4 = arith.sitofp %x : i32 to f32
  %5 = arith.divsi %x, %c7 : i32
  %6 = arith.divsi %5, %c7 : i32
  return %0, %1, %2, %3, %4, %6 : i32, i1, i32, index, f32, i32
}

// In loops, and in functions whose callers are known.
func.func @loop(%n: index, %a: i8) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.cmpi sle, %i, %c1 : index
    %1 = arith.remsi %i, %c1 : index
    "test.use"(%0, %1) : (i1, index) -> ()
  }
  %x = arith.extui %a : i8 to i32
  %more = call @called(%x) : (i32) -> i1
  return %more : i1
}
func.func private @called(%x: i32) -> i1 {
  %c7 = arith.constant 7 : i32
  %0 = arith.cmpi sgt, %x, %c7 : i32
  return %0 : i1
}

// Loops that carry other values than integers are looked into.
func.func @carried(%x: f32, %m: memref<4xf32>) -> (f32, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %sum = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %x) -> (f32) {
    %0 = arith.remsi %i, %c7 : index
    "test.use"(%0) : (index) -> ()
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  cf.br ^next(%sum : f32)
^next(%y: f32):
  %other:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %y, %n = %m) -> (f32, memref<4xf32>) {
    %0 = arith.remsi %i, %c7 : index
    "test.use"(%0) : (index) -> ()
    scf.yield %a, %n : f32, memref<4xf32>
  }
  return %other#0, %other#1 : f32, memref<4xf32>
}
