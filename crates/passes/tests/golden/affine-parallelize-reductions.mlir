// RUN: --affine-parallelize=parallel-reductions

func.func @sum_and_product(%a: memref<100xf32>, %b: memref<100xi32>, %f: f32, %i: i32) -> (f32, i32) {
  %r:2 = affine.for %k = 0 to 100 step 2 iter_args(%sum = %f, %product = %i) -> (f32, i32) {
    %x = affine.load %a[%k] : memref<100xf32>
    %y = affine.load %b[%k] : memref<100xi32>
    %next = arith.addf %sum, %x fastmath<reassoc> : f32
    %next_product = arith.muli %y, %product : i32
    affine.yield %next, %next_product : f32, i32
  } {tag}
  %used = arith.addf %r#0, %r#0 : f32
  return %used, %r#1 : f32, i32
}

func.func @rows(%a: memref<100x?xf32>, %b: memref<100xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 100 {
    %max = affine.for %j = 0 to %n iter_args(%carried = %zero) -> f32 {
      %x = affine.load %a[%i, %j] : memref<100x?xf32>
      %y = arith.mulf %x, %x : f32
      %next = arith.maximumf %carried, %y : f32
      affine.yield %next : f32
    }
    affine.store %max, %b[%i] : memref<100xf32>
  }
  return
}

// What is reduced may come from around the loop, and from an inner loop.
func.func @contributions(%x: i32, %init: i32) -> (i32, i32) {
  %r = affine.for %i = 0 to 10 iter_args(%carried = %init) -> i32 {
    %next = arith.ori %carried, %x : i32
    affine.yield %next : i32
  }
  %s = affine.for %i = 0 to 10 iter_args(%carried = %init) -> i32 {
    %inner = affine.for %j = 0 to 10 iter_args(%all = %x) -> i32 {
      %next_all = arith.andi %x, %all : i32
      affine.yield %next_all : i32
    }
    %next = arith.addi %inner, %carried : i32
    affine.yield %next : i32
  }
  return %r, %s : i32, i32
}

// None of these is a reduction.
func.func @others(%a: memref<100xf32>, %x: f32, %y: f32) -> (f32, f32, f32, f32, f32) {
  // Subtraction is not one that is known.
  %0 = affine.for %i = 0 to 10 iter_args(%carried = %x) -> f32 {
    %next = arith.subf %carried, %y : f32
    affine.yield %next : f32
  }
  // The carried value is used twice.
  %1 = affine.for %i = 0 to 10 iter_args(%carried = %x) -> f32 {
    %next = arith.addf %carried, %carried : f32
    affine.yield %next : f32
  }
  // What is carried on is used in the loop.
  %2 = affine.for %i = 0 to 10 iter_args(%carried = %x) -> f32 {
    %next = arith.addf %carried, %y : f32
    affine.store %next, %a[%i] : memref<100xf32>
    affine.yield %next : f32
  }
  // Values change places.
  %3:2 = affine.for %i = 0 to 10 iter_args(%one = %x, %other = %y) -> (f32, f32) {
    %next = arith.addf %one, %y : f32
    %next_other = arith.addf %other, %x : f32
    affine.yield %next_other, %next : f32, f32
  }
  // One reduction contributes to the other.
  %4:2 = affine.for %i = 0 to 10 iter_args(%one = %x, %other = %y) -> (f32, f32) {
    %next = arith.addf %one, %y : f32
    %next_other = arith.addf %other, %next : f32
    affine.yield %next, %next_other : f32, f32
  }
  return %0, %1, %2, %3#0, %4#1 : f32, f32, f32, f32, f32
}
