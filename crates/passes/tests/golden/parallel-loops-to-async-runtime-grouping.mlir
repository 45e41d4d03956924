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
