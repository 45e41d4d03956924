// RUN: --async-parallel-for

// New functions of all functions of a module are numbered in one order, past names that are taken; an inner module has
// names of its own.

func.func @first(%m: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  %lb = arith.constant 0 : index
  %ub = arith.constant 5000 : index
  %step = arith.constant 1 : index
  scf.parallel (%i) = (%lb) to (%ub) step (%step) {
    scf.parallel (%j) = (%lb) to (%ub) step (%step) {
      memref.store %one, %m[%j] : memref<?xf32>
    }
    func.call @"new function 0"(%m) : (memref<?xf32>) -> ()
  }
  scf.parallel (%i) = (%lb) to (%ub) step (%step) {
    memref.store %one, %m[%i] : memref<?xf32>
  }
  return
}

func.func private @"new function 0"(memref<?xf32>)

func.func private @parallel_compute_fn_1()

module @inner {
  func.func @second(%m: memref<?xf32>) {
    %one = arith.constant 1.0 : f32
    %lb = arith.constant 0 : index
    %ub = arith.constant 5000 : index
    %step = arith.constant 1 : index
    scf.parallel (%i) = (%lb) to (%ub) step (%step) {
      memref.store %one, %m[%i] : memref<?xf32>
    }
    return
  }
}

func.func @third(%m: memref<?xf32>) {
  %one = arith.constant 1.0 : f32
  %lb = arith.constant 0 : index
  %ub = arith.constant 5000 : index
  %step = arith.constant 1 : index
  scf.parallel (%i) = (%lb) to (%ub) step (%step) {
    scf.parallel (%j) = (%lb) to (%ub) step (%step) {
      memref.store %one, %m[%j] : memref<?xf32>
    }
  }
  return
}
