// RUN: builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))

func.func @nest(%a: memref<21x30xf32>, %b: memref<30xf32>, %c: memref<21xf32>, %n: index) {
  affine.for %i = 0 to 21 {
    %0 = affine.load %c[%i] : memref<21xf32>
    affine.for %j = 0 to 30 {
      %1 = affine.load %b[%j] : memref<30xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.for %k = 0 to %n {
        %3 = affine.load %a[%i, %j] : memref<21x30xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %a[%i, %j] : memref<21x30xf32>
      }
    }
    "test.behind"(%i) : (index) -> ()
  }
  affine.for %i = 0 to 8 {
    "test.not_the_first"(%i) : (index) -> ()
  }
  return
}

func.func @sums(%a: memref<20x30xf32>, %b: memref<20xf32>, %x: f32) {
  affine.for %i = 0 to 20 {
    %0 = affine.for %j = 0 to 30 iter_args(%sum = %x) -> f32 {
      %1 = affine.load %a[%i, %j] : memref<20x30xf32>
      %2 = arith.addf %sum, %1 : f32
      affine.yield %2 : f32
    }
    affine.store %0, %b[%i] : memref<20xf32>
  }
  return
}

// Loops with bounds that depend on the outer one are not jammed, nor are conditions.
func.func @triangle(%a: memref<20x30xf32>, %x: f32) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %a[%i, %j] : memref<20x30xf32>
    }
  }
  return
}

func.func @condition(%a: memref<20x30xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
      affine.for %j = 0 to 30 {
        affine.store %x, %a[%i, %j] : memref<20x30xf32>
      }
    }
  }
  return
}

func.func @not_at_the_start(%a: memref<20xf32>) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to 20 {
    affine.store %x, %a[%i] : memref<20xf32>
  }
  return
}
