// RUN: builtin.module(func.func(affine-loop-unroll))

func.func @whole(%a: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  return
}

// The remaining iterations are done behind the loop: by another one, or without one if there is only one.
func.func @rest(%a: memref<100xf32>, %b: memref<?xf32>, %x: f32, %m: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %b, %c0 : memref<?xf32>
  affine.for %i = 1 to 8 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.for %i = 3 to 18 step 3 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.for %i = affine_map<(d0) -> (d0 + 1)>(%m) to affine_map<(d0)[s0] -> (s0 * 8 + 3 + d0)>(%m)[%n] step 2 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  return
}

func.func @sum(%a: memref<?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %0 = affine.for %i = 0 to %n iter_args(%sum = %x) -> f32 {
    %1 = affine.load %a[%i] : memref<?xf32>
    %2 = arith.addf %sum, %1 : f32
    affine.yield %2 : f32
  }
  return %0 : f32
}

// Only innermost loops.
func.func @nest(%a: memref<100x100xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 4)>(%i) {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        affine.store %x, %a[%i, %j] : memref<100x100xf32>
      }
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) {
      affine.store %x, %a[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

// Too few iterations, nothing to repeat, or a rest whose start cannot be expressed.
func.func @stay(%a: memref<100xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.for %i = 0 to 100 {
  }
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 10)>(%n) {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  return
}
