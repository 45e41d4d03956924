// RUN: --parallel-loops-to-async-runtime=num-workers=3 --canonicalize
// Unlike MLIR: it has no such pass.

// Combiners that depend on the grouping of the values: these loops stay.
func.func @horner(%x: memref<?xi64>, %n: index, %w: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i64
  %all = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%w) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi64>
    scf.reduce (%xi : i64) {
    ^bb0(%a: i64, %b: i64):
      %p = arith.muli %a, %w : i64
      %r = arith.addi %p, %b : i64
      scf.reduce.return %r : i64
    }
  }
  return %all : i64
}
func.func @horner_of_constant(%x: memref<?xi64>, %n: index, %w: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i64
  %all = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%w) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi64>
    scf.reduce (%xi : i64) {
    ^bb0(%a: i64, %b: i64):
      %p = arith.muli %a, %two : i64
      %r = arith.xori %b, %p : i64
      scf.reduce.return %r : i64
    }
  }
  return %all : i64
}
func.func @average(%x: memref<?xi64>, %n: index, %w: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i64
  %all = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%w) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi64>
    scf.reduce (%xi : i64) {
    ^bb0(%a: i64, %b: i64):
      %p = arith.addi %a, %b : i64
      %r = arith.divsi %p, %two : i64
      scf.reduce.return %r : i64
    }
  }
  return %all : i64
}
func.func @shifted_product(%x: memref<?xi64>, %n: index, %w: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i64
  %all = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%w) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi64>
    scf.reduce (%xi : i64) {
    ^bb0(%a: i64, %b: i64):
      %p = arith.addi %a, %two : i64
      %r = arith.muli %p, %b : i64
      scf.reduce.return %r : i64
    }
  }
  return %all : i64
}
func.func @alternating(%x: memref<?xi64>, %n: index, %w: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i64
  %all = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%w) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi64>
    scf.reduce (%xi : i64) {
    ^bb0(%a: i64, %b: i64):
      %r = arith.subi %b, %a : i64
      scf.reduce.return %r : i64
    }
  }
  return %all : i64
}
func.func @quotient(%x: memref<?xi64>, %n: index, %w: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i64
  %all = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%w) -> i64 {
    %xi = memref.load %x[%i] : memref<?xi64>
    scf.reduce (%xi : i64) {
    ^bb0(%a: i64, %b: i64):
      %r = arith.divui %a, %b : i64
      scf.reduce.return %r : i64
    }
  }
  return %all : i64
}

// Combiners that count elements, on a condition of which nothing is known but a number near it.
func.func @count(%x: memref<?xi64>, %n: index, %zero: i64) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ten = arith.constant 10 : i64
  %one = arith.constant 1 : i64
  %count:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero, %zero) -> (i64, i64) {
    %xi = memref.load %x[%i] : memref<?xi64>
    scf.reduce (%xi, %xi : i64, i64) {
    ^bb0(%a: i64, %b: i64):
      %is_large = arith.cmpi sgt, %b, %ten : i64
      %next = arith.addi %a, %one : i64
      %r = arith.select %is_large, %next, %a : i64
      scf.reduce.return %r : i64
    }, {
    ^bb0(%a: i64, %b: i64):
      %is_large = arith.cmpi sgt, %b, %ten : i64
      %r = scf.if %is_large -> (i64) {
        %next = arith.addi %a, %one : i64
        scf.yield %next : i64
      } else {
        scf.yield %a : i64
      }
      scf.reduce.return %r : i64
    }
  }
  return %count#0, %count#1 : i64, i64
}
func.func @differences(%x: memref<?xindex>, %y: memref<?xf32>, %v: memref<?xvector<4xi32>>, %n: index, %w: vector<4xi32>, %zero: f32) -> (index, f32, vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %all:3 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%c0, %zero, %w) -> (index, f32, vector<4xi32>) {
    %xi = memref.load %x[%i] : memref<?xindex>
    %yi = memref.load %y[%i] : memref<?xf32>
    %vi = memref.load %v[%i] : memref<?xvector<4xi32>>
    scf.reduce (%xi, %yi, %vi : index, f32, vector<4xi32>) {
    ^bb0(%a: index, %b: index):
      %r = index.sub %a, %b
      scf.reduce.return %r : index
    }, {
    ^bb0(%a: f32, %b: f32):
      %size = math.absf %a : f32
      %r = arith.addf %size, %b : f32
      scf.reduce.return %r : f32
    }, {
    ^bb0(%a: vector<4xi32>, %b: vector<4xi32>):
      %scaled = arith.muli %a, %w : vector<4xi32>
      %r = arith.addi %scaled, %b : vector<4xi32>
      scf.reduce.return %r : vector<4xi32>
    }
  }
  return %all#0, %all#1, %all#2 : index, f32, vector<4xi32>
}

// Associative ones of several ops: these are shared.
func.func @associative(%x: memref<?xi64>, %y: memref<?xf32>, %n: index, %zero: i64, %one: f32, %w: f32) -> (i64, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %all:3 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero, %one, %one) -> (i64, f32, f32) {
    %xi = memref.load %x[%i] : memref<?xi64>
    %yi = memref.load %y[%i] : memref<?xf32>
    scf.reduce (%xi, %yi, %yi : i64, f32, f32) {
    ^bb0(%a: i64, %b: i64):
      %is_less = arith.cmpi slt, %a, %b : i64
      %r = arith.select %is_less, %b, %a : i64
      scf.reduce.return %r : i64
    }, {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %a : f32
      %q = arith.mulf %b, %b : f32
      %s = arith.addf %p, %q : f32
      %r = math.sqrt %s : f32
      scf.reduce.return %r : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %r = math.fma %b, %w, %a : f32
      scf.reduce.return %r : f32
    }
  }
  return %all#0, %all#1, %all#2 : i64, f32, f32
}
