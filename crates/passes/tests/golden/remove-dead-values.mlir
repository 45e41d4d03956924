// RUN: --remove-dead-values

func.func private @use(i32)

// Arguments and results of private functions go if no call needs them, with their attributes.
func.func private @pair(%x: i32 {t.first}, %y: i32 {t.second}, %z: f32) -> (i32 {t.a}, i32 {t.b}) {
  %0 = arith.addi %x, %x : i32
  return %y, %0 : i32, i32
}
func.func private @none(%x: i32) -> i32 {
  return %x : i32
}
func.func @calls(%a: i32, %b: i32, %f: f32) -> i32 {
  %0:2 = call @pair(%a, %b, %f) {t.call} : (i32, i32, f32) -> (i32, i32)
  %1 = call @none(%0#1) : (i32) -> i32
  return %0#0 : i32
}

// What branches pass.
func.func @branches(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  cf.cond_br %c, ^bb1(%0, %a : i32, i32), ^bb2(%0 : i32)
^bb1(%x: i32, %y: i32):
  cf.br ^bb3(%y, %x : i32, i32)
^bb2(%z: i32):
  cf.br ^bb3(%a, %z : i32, i32)
^bb3(%p: i32, %q: i32):
  return %p : i32
}

// What goes from region to region.
func.func @loops(%n: index, %a: i32, %m: memref<i32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %a) -> (i32, i32, i32) {
    %3 = arith.addi %x, %y : i32
    %4 = arith.muli %z, %z : i32
    memref.store %4, %m[] : memref<i32>
    scf.yield %x, %3, %4 : i32, i32, i32
  }
  %1:2 = scf.while (%x = %a, %y = %0#1) : (i32, i32) -> (i32, i32) {
    %5 = arith.cmpi slt, %x, %a : i32
    scf.condition(%5) %x, %y : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %6 = arith.addi %x, %x : i32
    scf.yield %6, %y : i32, i32
  }
  %2 = affine.for %i = 0 to %n iter_args(%x = %0#1) -> (i32) {
    func.call @use(%a) : (i32) -> ()
    %7 = arith.addi %x, %x : i32
    affine.yield %7 : i32
  }
  return %1#0 : i32
}

// Loops and conditions without effects go as a whole.
func.func @whole(%n: index, %c: i1, %m: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> i32 {
    %1 = scf.if %c -> i32 {
      scf.yield %y : i32
    } else {
      %2 = arith.addi %y, %y : i32
      scf.yield %2 : i32
    }
    scf.yield %1 : i32
  }
  %3 = scf.execute_region -> i32 {
    memref.store %x, %m[] : memref<i32>
    scf.yield %0 : i32
  }
  return
}

// Nobody calls this function.
func.func private @never(%x: i32, %m: memref<i32>) -> i32 {
  %0 = arith.addi %x, %x : i32
  memref.store %0, %m[] : memref<i32>
  %1 = memref.alloc() : memref<i32>
  %true = arith.constant true
  cf.cond_br %true, ^bb1, ^bb2
^bb1:
  return %0 : i32
^bb2:
  return %x : i32
}

// Induction variables live with their loops, and `affine.parallel` is an op like any other.
func.func @variables(%n: index, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %n {
    %0 = memref.alloc(%i) : memref<?xf32>
    memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  }
  %1 = affine.parallel (%i) = (0) to (4) reduce ("addf") -> f32 {
    %2 = affine.load %m[%i] : memref<4xf32>
    %3 = arith.addf %2, %2 : f32
    affine.yield %2 : f32
  }
  return
}

// What canonicalization makes anew makes it look at conditions and at what was passed.
func.func @conditions(%c: i1, %x: i32, %m: memref<i32>) -> i32 {
  %c7 = arith.constant 7 : i32
  %0 = arith.cmpi slt, %c7, %x : i32
  scf.if %0 {
    memref.store %x, %m[] : memref<i32>
  } else {
  }
  %1 = arith.addi %c7, %x : i32
  %2 = scf.if %c -> i32 {
    scf.yield %1 : i32
  } else {
    memref.store %c7, %m[] : memref<i32>
    scf.yield %x : i32
  }
  return %2 : i32
}
