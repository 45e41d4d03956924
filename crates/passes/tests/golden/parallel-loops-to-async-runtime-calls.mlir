// RUN: --parallel-loops-to-async-runtime
// Unlike MLIR: it has no such pass.

// The work of functions that loops call is looked at. It is known through several calls.
func.func private @scale(%m: memref<?xf32>, %i: index, %by: f32) {
  %x = memref.load %m[%i] : memref<?xf32>
  %y = func.call @damp(%x, %by) : (f32, f32) -> f32
  memref.store %y, %m[%i] : memref<?xf32>
  return
}

func.func private @damp(%x: f32, %by: f32) -> f32 {
  %y = arith.mulf %x, %by : f32
  return %y : f32
}

// Sixteen iterations are not worth handing out.
func.func @few(%m: memref<?xf32>, %by: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    func.call @scale(%m, %i, %by) : (memref<?xf32>, index, f32) -> ()
    scf.reduce
  }
  return
}

// The number of iterations is compared when the loop starts.
func.func @some(%m: memref<?xf32>, %by: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    func.call @scale(%m, %i, %by) : (memref<?xf32>, index, f32) -> ()
    scf.reduce
  }
  return
}

// Nothing is known of a function that calls itself, ...
func.func private @count(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %is_zero = arith.cmpi eq, %n, %c0 : i64
  %count = scf.if %is_zero -> (i64) {
    scf.yield %c0 : i64
  } else {
    %less = arith.subi %n, %c1 : i64
    %rest = func.call @count(%less) : (i64) -> i64
    %more = arith.addi %rest, %c1 : i64
    scf.yield %more : i64
  }
  return %count : i64
}

func.func @recursive(%m: memref<16xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %n = memref.load %m[%i] : memref<16xi64>
    %count = func.call @count(%n) : (i64) -> i64
    memref.store %count, %m[%i] : memref<16xi64>
    scf.reduce
  }
  return
}

// ... of one with a loop whose bounds it is given, ...
func.func private @fill(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

func.func @unbounded(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    func.call @fill(%m, %n, %x) : (memref<?xf32>, index, f32) -> ()
    scf.reduce
  }
  return
}

// ... and of one that is defined elsewhere.
func.func private @elsewhere(index)

func.func @external() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    func.call @elsewhere(%i) : (index) -> ()
    scf.reduce
  }
  return
}
