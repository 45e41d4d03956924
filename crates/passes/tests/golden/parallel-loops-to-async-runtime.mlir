// RUN: builtin.module(parallel-loops-to-async-runtime,canonicalize)
// Unlike MLIR: it has no such pass.
// MLIR 22 cannot lower assertions in loops of tasks.

// A loop of unknown length: a comparison says whether it is worth more than to run in order.
func.func @axpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %xi = memref.load %x[%i] : memref<?xf32>
    %yi = memref.load %y[%i] : memref<?xf32>
    %p = arith.mulf %a, %xi : f32
    %s = arith.addf %p, %yi : f32
    memref.store %s, %y[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// What is known to be little is left alone.
func.func @tiny(%x: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    memref.store %v, %x[%i] : memref<4xf32>
    scf.reduce
  }
  return
}

// Two dimensions, the inner one of which is short: it is never cut.
func.func @rows(%x: memref<100000x4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant 100000 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c4) step (%c2, %c1) {
    memref.store %v, %x[%i, %j] : memref<100000x4xf32>
    scf.reduce
  }
  return
}

// Two dimensions that are cut as one.
func.func @matrix(%x: memref<?x?xf32>, %v: f32, %n: index, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%s, %s) {
    memref.store %v, %x[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}

// In a task the loop is awaited.
func.func @task(%x: memref<?xi32>, %n: index) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %limit = arith.constant 100000 : index
  %token = async.execute {
    scf.parallel (%i) = (%c0) to (%limit) step (%c1) {
      %v = memref.load %x[%i] : memref<?xi32>
      %fine = arith.cmpi ne, %v, %zero : i32
      cf.assert %fine, "a zero"
      scf.reduce
    }
    async.yield
  }
  return %token : !async.token
}

// All workers or some, ranges as they come.
func.func @forall(%x: memref<?xf32>, %v: f32, %n: index) {
  scf.forall (%i) in (%n) {
    func.call @work(%x, %v, %i) : (memref<?xf32>, f32, index) -> ()
  }
  return
}
func.func private @work(memref<?xf32>, f32, index)
