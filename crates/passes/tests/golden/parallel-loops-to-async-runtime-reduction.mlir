// RUN: --parallel-loops-to-async-runtime=num-workers=3 --canonicalize
// Unlike MLIR: it has no such pass.

// Leaves start with minus zero, which changes no sum; the first one with the initial value. Floats are added in lanes.
func.func @dot(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init) -> f32 {
    %xi = memref.load %x[%i] : memref<?xf32>
    %yi = memref.load %y[%i] : memref<?xf32>
    %p = arith.mulf %xi, %yi : f32
    scf.reduce (%p : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}

// Nothing is neutral for this one: a flag says whether there is a value.
func.func @last(%x: memref<?xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = arith.constant 5 : i64
  %last = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi64>
    scf.reduce (%xi : i64) {
    ^bb0(%a: i64, %b: i64):
      scf.reduce.return %b : i64
    }
  }
  return %last : i64
}

// What is added is computed in the iteration: from the contribution, a value of the iteration, one from around the loop.
func.func @computed(%x: memref<?xi64>, %k: i64, %n: index) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero, %zero) -> (i64, i64) {
    %xi = memref.load %x[%i] : memref<?xi64>
    %w = arith.index_cast %i : index to i64
    scf.reduce (%xi, %w : i64, i64) {
    ^bb0(%a: i64, %b: i64):
      %p = arith.muli %b, %w : i64
      %s = arith.addi %p, %a : i64
      scf.reduce.return %s : i64
    }, {
    ^bb0(%a: i64, %b: i64):
      %p = arith.muli %b, %b : i64
      %q = arith.shli %p, %k : i64
      %s = arith.maxsi %a, %q : i64
      scf.reduce.return %s : i64
    }
  }
  return %r#0, %r#1 : i64, i64
}

// That is not possible where a value of the iteration meets what was combined before: the loop stays.
func.func @sequential(%x: memref<?xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi64>
    %w = arith.index_cast %i : index to i64
    scf.reduce (%xi : i64) {
    ^bb0(%a: i64, %b: i64):
      %p = arith.muli %a, %w : i64
      %s = arith.addi %p, %b : i64
      scf.reduce.return %s : i64
    }
  }
  return %r : i64
}

// What is taken away is added with the other sign.
func.func @difference(%x: memref<?xf32>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init) -> f32 {
    %xi = memref.load %x[%i] : memref<?xf32>
    scf.reduce (%xi : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.subf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// A remainder by a constant may be taken at any time.
func.func @modular(%x: memref<?xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 97 : i64
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%p) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi64>
    scf.reduce (%xi : i64) {
    ^bb0(%a: i64, %b: i64):
      %s = arith.muli %a, %b : i64
      %t = arith.remui %s, %p : i64
      scf.reduce.return %t : i64
    }
  }
  return %r : i64
}
