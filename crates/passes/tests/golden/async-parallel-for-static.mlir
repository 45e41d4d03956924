// RUN: --async-parallel-for

// Loops whose trip counts are known, and neither negative nor those of aligned inner loops: as MLIR 22 prints them.

func.func @one_dimension(%m: memref<22xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c22 = arith.constant 22 : index
  scf.parallel (%i) = (%c0) to (%c22) step (%c1) {
    memref.store %zero, %m[%i] : memref<22xf32>
  }
  return
}

func.func @many_iterations(%m: memref<?xf32>, %x: f32) {
  %lb = arith.constant -20 : index
  %ub = arith.constant 100000 : index
  %step = arith.constant 3 : index
  scf.parallel (%i) = (%lb) to (%ub) step (%step) {
    %v = math.sqrt %x : f32
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}

func.func @large_inner_dimension(%m: memref<?x?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c600 = arith.constant 600 : index
  scf.parallel (%i, %j, %k) = (%c1, %c1, %c0) to (%c4, %c4, %c600) step (%c1, %c1, %c1) {
    memref.store %x, %m[%i, %j, %k] : memref<?x?x?xf32>
  }
  return
}

func.func @no_iterations(%m: memref<?xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c4) to (%c4) step (%c4) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// The inner loop follows in the compute function of the outer one.
func.func @nested(%m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.parallel (%i) = (%c0) to (%c9) step (%c1) {
    scf.parallel (%j) = (%c1) to (%c9) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    }
    scf.for %j = %c0 to %i step %c1 {
      scf.parallel (%k) = (%c0) to (%c9) step (%c9) {
        memref.store %x, %m[%k, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func private @parallel_compute_fn_1()

llvm.func @other_function() {
  %c0 = arith.constant 0 : index
  %c22 = arith.constant 22 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<22xf32>
  scf.parallel (%i) = (%c0) to (%c22) step (%c1) {
    memref.store %zero, %m[%i] : memref<22xf32>
  }
  llvm.return
}
