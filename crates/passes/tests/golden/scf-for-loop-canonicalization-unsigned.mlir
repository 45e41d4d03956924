// RUN: --scf-for-loop-canonicalization
// Unlike MLIR: it takes unsigned bounds to be signed, so that a loop with many iterations seems to have one at most.

func.func @many() {
  %c0 = arith.constant 0 : index
  %c-1 = arith.constant -1 : index
  %c4 = arith.constant 4 : index
  scf.for unsigned %i = %c0 to %c-1 step %c4 {
    %0 = affine.min affine_map<(d0) -> (d0, 8)>(%i)
    "use"(%0) : (index) -> ()
  }
  return
}

// Numbers that are the same with a sign and without.
func.func @few() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for unsigned %i = %c0 to %c8 step %c4 {
    %0 = affine.min affine_map<(d0) -> (d0 + 4, 8)>(%i)
    "use"(%0) : (index) -> ()
  }
  return
}
