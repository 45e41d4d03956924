// RUN: builtin.module(scf-parallel-loop-fusion)
// Loops of the same iterations are fused if what one writes and the other touches is touched by counterparts only.
func.func @adj(%a: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8x8xf32>
  %x = memref.alloc() : memref<8x8xf32>
  %y = memref.alloca() : memref<8x8xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
    %v = memref.load %a[%i, %j] : memref<8x8xf32>
    memref.store %v, %t[%i, %j] : memref<8x8xf32>
  }
  %k = arith.constant 3 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
    %v = memref.load %t[%i, %j] : memref<8x8xf32>
    memref.store %v, %x[%i, %j] : memref<8x8xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
    %v = memref.load %t[%j, %i] : memref<8x8xf32>
    memref.store %v, %y[%i, %j] : memref<8x8xf32>
  }
  memref.dealloc %t : memref<8x8xf32>
  return
}
func.func @red(%a: memref<8xf32>, %f: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%f) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  } {one}
  %r2 = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%f) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.mulf %p, %q : f32
      scf.reduce.return %s : f32
    }
  } {two}
  return %r, %r2 : f32, f32
}
func.func @alias(%a: memref<8xf32>, %b: memref<8xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %f, %a[%i] : memref<8xf32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %b[%i] : memref<8xf32>
    %l = memref.alloc() : memref<8xf32>
    memref.store %v, %l[%i] : memref<8xf32>
  }
  return
}
func.func @alias2(%b: memref<8xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc() : memref<8xf32>
  %a2 = memref.alloca() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %f, %a[%i] : memref<8xf32>
    memref.store %f, %a2[%i] : memref<8xf32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %b[%i] : memref<8xf32>
    memref.store %v, %a2[%i] : memref<8xf32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %b[%i] : memref<8xf32>
    memref.store %v, %a2[%i] : memref<8xf32>
  }
  return
}
func.func @shifted(%n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %i1 = arith.addi %i, %c1 : index
    memref.store %f, %a[%i1] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %i1 = arith.addi %i, %c1 : index
    %v = memref.load %a[%i1] : memref<?xf32>
    memref.store %v, %b[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %b[%i] : memref<?xf32>
    %i2 = arith.addi %i, %c0 : index
    %w = memref.load %a[%i2] : memref<?xf32>
  }
  scf.parallel (%i) = (%c1) to (%n) step (%c1) {
    %v = memref.load %b[%i] : memref<?xf32>
  }
  return
}
func.func @nested(%n: index, %c: i1, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  scf.if %c {
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %f, %a[%i] : memref<?xf32>
    }
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %v = memref.load %a[%i] : memref<?xf32>
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %f, %a[%j] : memref<?xf32>
    }
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %v = memref.load %a[%j] : memref<?xf32>
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %a[%i] : memref<?xf32>
  }
  return
}
func.func @results(%a: memref<8xf32>, %f: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%f) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  %g = arith.addf %r, %f : f32
  %r2 = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%f) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.mulf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %g, %r2 : f32, f32
}
