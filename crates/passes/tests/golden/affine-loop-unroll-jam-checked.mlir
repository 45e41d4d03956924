// RUN: builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))
// Unlike MLIR: loops stay as they are where an iteration would overtake one on which it depends, and where they carry what is
// no reduction. Reductions start once with the given value, and otherwise with one that changes nothing. Conditions around
// loops that carry values are copied, where MLIR fails.

func.func @overtakes(%a: memref<101x101xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 1 to 100 {
      %0 = affine.load %a[%i, %j] : memref<101x101xf32>
      affine.store %0, %a[%i + 1, %j - 1] : memref<101x101xf32>
    }
  }
  return
}

func.func @before_the_loop(%a: memref<101xf32>, %b: memref<100xf32>) {
  affine.for %i = 0 to 100 {
    %0 = affine.load %a[%i] : memref<101xf32>
    affine.store %0, %b[%i] : memref<100xf32>
    affine.for %j = 0 to 100 {
      affine.store %0, %a[%i + 1] : memref<101xf32>
    }
  }
  return
}

// Two iterations apart: these are not run at once.
func.func @far(%a: memref<102x101xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 1 to 100 {
      %0 = affine.load %a[%i, %j] : memref<102x101xf32>
      affine.store %0, %a[%i + 2, %j - 1] : memref<102x101xf32>
    }
  }
  return
}

func.func @reductions(%a: memref<21xf32>, %x: f32, %y: f32) -> (f32, f32) {
  %0:2 = affine.for %i = 0 to 21 iter_args(%sum = %x, %product = %y) -> (f32, f32) {
    %1 = affine.load %a[%i] : memref<21xf32>
    %2 = arith.addf %sum, %1 : f32
    %3 = arith.mulf %product, %1 : f32
    affine.yield %2, %3 : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

func.func @no_reduction(%a: memref<20xf32>, %x: f32) -> f32 {
  %0 = affine.for %i = 0 to 20 iter_args(%rest = %x) -> f32 {
    %1 = affine.load %a[%i] : memref<20xf32>
    %2 = arith.subf %rest, %1 : f32
    affine.yield %2 : f32
  }
  return %0 : f32
}

func.func @sum_in_condition(%a: memref<20x30xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
      %0 = affine.for %j = 0 to 30 iter_args(%sum = %x) -> f32 {
        %1 = affine.load %a[%i, %j] : memref<20x30xf32>
        %2 = arith.addf %sum, %1 : f32
        affine.yield %2 : f32
      }
      "test.use"(%0) : (f32) -> ()
    }
  }
  return
}
