// RUN: --scf-parallel-strength-reduce
// Unlike MLIR: it has no such pass.

func.func private @use(index)

// The neighbours on a ring.
func.func @neighbours(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%j) = (%c0) to (%n) step (%c1) {
    %above = arith.addi %j, %c1 : index
    %right = arith.remui %above, %n : index
    func.call @use(%right) : (index) -> ()
    %below = arith.subi %j, %c1 : index
    %positive = arith.addi %below, %n : index
    %left = arith.remui %positive, %n : index
    func.call @use(%left) : (index) -> ()
    %first = arith.addi %j, %n : index
    %same = arith.remsi %first, %n : index
    func.call @use(%same) : (index) -> ()
    scf.reduce
  }
  return
}

// A distance that may be more than the size is made smaller before the loop; what is below zero is rounded to zero.
func.func @far(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c-3 = arith.constant -3 : index
  scf.parallel (%j) = (%c0) to (%n) step (%c1) {
    %above = arith.addi %j, %c3 : index
    %right = arith.remui %above, %n : index
    func.call @use(%right) : (index) -> ()
    %below = arith.addi %j, %c-3 : index
    %left = arith.remsi %below, %n : index
    func.call @use(%left) : (index) -> ()
    scf.reduce
  }
  return
}

// Two dimensions; sizes that are asked for twice; a known size.
func.func @dimensions(%m: memref<?x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %rows = memref.dim %m, %c0 : memref<?x5xf32>
  scf.parallel (%i, %j) = (%c1, %c0) to (%rows, %c5) step (%c1, %c1) {
    %size = memref.dim %m, %c0 : memref<?x5xf32>
    %below = arith.subi %i, %c1 : index
    %positive = arith.addi %size, %below : index
    %row = arith.remsi %positive, %size : index
    func.call @use(%row) : (index) -> ()
    %above = arith.addi %j, %c7 : index
    %five = arith.constant 5 : index
    %column = arith.remui %above, %five : index
    func.call @use(%column) : (index) -> ()
    scf.reduce
  }
  return
}

func.func @forall(%n: index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.forall (%i, %j) in (%n, 4) {
    %0 = arith.addi %i, %c1 : index
    %1 = arith.remui %0, %n : index
    func.call @use(%1) : (index) -> ()
    %2 = arith.addi %j, %c1 : index
    %3 = arith.remui %2, %c4 : index
    func.call @use(%3) : (index) -> ()
  }
  return
}

// Nothing is known of these: another divisor, a lower bound that may be negative, a step, a multiple, a product, two induction
// variables, unsigned numbers that wrap around, a negative dividend that is huge for an unsigned division.
func.func @others(%n: index, %m: index) {
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j, %k, %l) = (%c0, %c-1, %c0, %m) to (%n, %n, %n, %n) step (%c1, %c1, %c2, %c1) {
    %0 = arith.addi %i, %c1 : index
    %1 = arith.remui %0, %m : index
    func.call @use(%1) : (index) -> ()
    %2 = arith.addi %j, %c1 : index
    %3 = arith.remui %2, %n : index
    func.call @use(%3) : (index) -> ()
    %4 = arith.addi %k, %c1 : index
    %5 = arith.remui %4, %n : index
    func.call @use(%5) : (index) -> ()
    %6 = arith.addi %l, %c1 : index
    %7 = arith.remui %6, %n : index
    func.call @use(%7) : (index) -> ()
    %8 = arith.addi %0, %n : index
    %9 = arith.addi %8, %n : index
    %10 = arith.remui %9, %n : index
    func.call @use(%10) : (index) -> ()
    %11 = arith.muli %i, %c2 : index
    %12 = arith.remui %11, %n : index
    func.call @use(%12) : (index) -> ()
    %13 = arith.addi %i, %i : index
    %14 = arith.remui %13, %n : index
    func.call @use(%14) : (index) -> ()
    %15 = arith.subi %i, %c1 : index
    %16 = arith.remui %15, %n : index
    func.call @use(%16) : (index) -> ()
    %17 = arith.addi %i, %n : index
    %18 = arith.subi %17, %c2 : index
    %19 = arith.remui %18, %n : index
    func.call @use(%19) : (index) -> ()
    scf.reduce
  }
  return
}
