// RUN: builtin.module(control-flow-sink)
// Unlike MLIR: what affine ops use as symbols stays where it is one. MLIR moves it, and the program is invalid.

func.func @symbols(%c: i1, %a: i32, %n: index) {
  // A symbol only where it is, as its operand is none.
  %size = arith.index_cast %a : i32 to index
  // Symbols wherever they are, though the second depends on what has to stay.
  %twice = arith.addi %n, %n : index
  %more = arith.addi %size, %n : index
  // Moves, as no affine op uses it.
  %free = arith.index_cast %a : i32 to index
  scf.if %c {
    affine.for %i = 0 to %twice {
      "use"(%i) : (index) -> ()
    }
    affine.for %i = 0 to %more {
      "use"(%i) : (index) -> ()
    }
    "use"(%free) : (index) -> ()
  }
  return
}

// A size is a symbol where its memory is.
func.func @sizes(%c: i1, %m: memref<8x8xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %part = memref.subview %m[0, 0] [%i, 8] [1, 1] : memref<8x8xf32> to memref<?x8xf32, strided<[8, 1]>>
  scf.if %c {
    %size = memref.dim %part, %c0 : memref<?x8xf32, strided<[8, 1]>>
    affine.for %j = 0 to %size {
      "use"(%j) : (index) -> ()
    }
  }
  return
}
