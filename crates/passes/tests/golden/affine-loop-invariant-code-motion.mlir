// RUN: --affine-loop-invariant-code-motion

func.func @loads_and_stores(%a: memref<100x100xf32>, %b: memref<100xf32>, %c: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %b[%i] : memref<100xf32>
      %1 = arith.addf %0, %x : f32
      %2 = affine.load %a[%i, %j] : memref<100x100xf32>
      %3 = arith.mulf %1, %2 : f32
      affine.store %3, %a[%i, %j] : memref<100x100xf32>
      affine.store %x, %c[0] : memref<100xf32>
    }
  }
  return
}

// Conditions and loops are moved with what is in them.
func.func @regions(%a: memref<100xf32>, %n: index, %x: f32) -> f32 {
  affine.for %i = 0 to 10 {
    affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
      affine.store %x, %a[5] : memref<100xf32>
    }
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 3 >= 0)>(%i)[%n] {
      %1 = arith.addf %x, %x : f32
    }
    %2 = affine.for %j = 0 to %n iter_args(%y = %x) -> f32 {
      %3 = arith.addf %y, %x : f32
      affine.yield %3 : f32
    }
    "test.use"(%2) : (f32) -> ()
  }
  %0 = affine.for %i = 0 to 10 iter_args(%y = %x) -> f32 {
    %1 = arith.mulf %y, %x : f32
    %2 = arith.mulf %x, %x : f32
    %3 = arith.mulf %1, %2 : f32
    affine.yield %3 : f32
  }
  return %0 : f32
}

// What is touched elsewhere in the loop, and what has other effects, stays.
func.func @stay(%a: memref<100xf32>, %b: memref<100xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %a[5] : memref<100xf32>
    affine.store %x, %a[%i] : memref<100xf32>
    affine.store %x, %b[5] : memref<100xf32>
    %1 = memref.load %b[%n] : memref<100xf32>
    %2 = memref.alloc() : memref<10xf32>
    %3 = "test.unknown"(%x) : (f32) -> f32
  }
  return
}
