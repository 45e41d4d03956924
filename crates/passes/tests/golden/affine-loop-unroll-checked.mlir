// RUN: builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))
// Unlike MLIR: what an iteration passes on is what the next one carries, also if this is a value that it carries itself, and
// the remaining iterations start with the results of the unrolled ones, also where these started with one value. Loops that
// end before they begin run no remaining iterations, and stay if it is by a constant that they do; MLIR does not come to an
// end then.

func.func @fibonacci(%x: i32, %y: i32) -> (i32, i32) {
  %0:2 = affine.for %i = 0 to 20 iter_args(%a = %x, %b = %y) -> (i32, i32) {
    %sum = arith.addi %a, %b : i32
    affine.yield %b, %sum : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

func.func @last(%x: index) -> index {
  %0 = affine.for %i = 0 to 10 iter_args(%a = %x) -> index {
    "test.use"(%a) : (index) -> ()
    affine.yield %i : index
  }
  return %0 : index
}

func.func @one_start(%x: f32, %a: memref<9xf32>) -> (f32, f32) {
  %0:2 = affine.for %i = 0 to 9 iter_args(%sum = %x, %product = %x) -> (f32, f32) {
    %1 = affine.load %a[%i] : memref<9xf32>
    %2 = arith.addf %sum, %1 : f32
    %3 = arith.mulf %product, %1 : f32
    affine.yield %2, %3 : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

func.func @backwards(%n: index, %a: memref<9xf32>, %x: f32) {
  affine.for %i = affine_map<()[s0] -> (s0 + 5)>()[%n] to affine_map<()[s0] -> (s0)>()[%n] {
    affine.store %x, %a[%i] : memref<9xf32>
  }
  return
}

func.func @perhaps_backwards(%n: index, %m: index, %a: memref<9xf32>, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i] : memref<9xf32>
  }
  affine.for %i = affine_map<(d0) -> (d0 + 1)>(%m) to affine_map<()[s0] -> (s0 * 8 + 3)>()[%n] step 3 {
    affine.store %x, %a[%i] : memref<9xf32>
  }
  return
}
