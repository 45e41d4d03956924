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
