// RUN: --affine-loop-invariant-code-motion
// Unlike MLIR: where a loop may have no iterations, only what does no harm is moved. Views of one memref are the same memory,
// calls may touch any, and what is in a region may depend on the loop.

// The first index is within the memref, the second one need not be.
func.func @no_iterations(%a: memref<100xf32>, %n: index, %k: i32, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[%i] : memref<100xf32>
      %1 = affine.load %a[%i + 1] : memref<100xf32>
      %2 = arith.addf %0, %1 : f32
      %3 = arith.divsi %k, %k : i32
      "test.use"(%2, %3) : (f32, i32) -> ()
    }
  }
  affine.for %j = 0 to %n {
    affine.store %x, %a[5] : memref<100xf32>
  }
  return
}

func.func @views(%a: memref<10x20xf32>, %x: f32) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<10x20xf32> into memref<200xf32>
  affine.for %i = 0 to 10 {
    %1 = affine.load %0[5] : memref<200xf32>
    affine.store %1, %a[%i, 5] : memref<10x20xf32>
  }
  return
}

func.func private @callee(memref<100xf32>)

func.func @calls(%a: memref<100xf32>) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %a[5] : memref<100xf32>
    func.call @callee(%a) : (memref<100xf32>) -> ()
    "test.use"(%0) : (f32) -> ()
  }
  return
}

func.func @region(%n: index, %m: index) {
  affine.for %i = 0 to 10 {
    scf.for %j = %n to %m step %n {
      %0 = arith.addi %i, %j : index
    }
  }
  return
}
