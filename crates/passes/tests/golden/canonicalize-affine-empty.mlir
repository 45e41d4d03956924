// RUN: --canonicalize
// Unlike MLIR: of the bounds in a loop that never runs none is taken to be redundant. MLIR drops all of them, which is invalid.

func.func @empty(%n: index) {
  affine.for %i = 10 to 0 {
    affine.for %j = 0 to min affine_map<(d0) -> (d0, d0 + 5)>(%i) {
      "use"(%j) : (index) -> ()
    }
    affine.for %j = max affine_map<(d0)[s0] -> (d0, d0 * 2, s0)>(%i)[%n] to 100 {
      "use"(%j) : (index) -> ()
    }
  }
  return
}
