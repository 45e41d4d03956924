// RUN: --affine-scalrep

// What is stored before a loop that is not affine is overwritten in it.
func.func @for(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<i32>
  affine.store %x, %m[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    %v = affine.load %m[] : memref<i32>
    %w = arith.addi %v, %x : i32
    affine.store %w, %m[] : memref<i32>
  }
  %r = affine.load %m[] : memref<i32>
  return %r : i32
}

func.func @while(%x: i32, %c: i1) -> i32 {
  %m = memref.alloca() : memref<i32>
  affine.store %x, %m[] : memref<i32>
  scf.while : () -> () {
    %v = affine.load %m[] : memref<i32>
    %w = arith.addi %v, %x : i32
    affine.store %w, %m[] : memref<i32>
    scf.condition(%c)
  } do {
    scf.yield
  }
  %r = affine.load %m[] : memref<i32>
  return %r : i32
}

// Nothing is stored in this one.
func.func @unchanged(%n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<i32>
  %v = affine.load %m[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    %w = affine.load %m[] : memref<i32>
    "use"(%v, %w) : (i32, i32) -> ()
  }
  return
}
