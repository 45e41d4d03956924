// RUN: --affine-simplify-structures
// Unlike MLIR: conditions with products or quotients of symbols stay. MLIR takes them to hold always.

func.func @product(%n: index, %m: index) {
  affine.if affine_set<()[s0, s1] : (s0 * s1 - 3 >= 0)>()[%n, %m] {
    "test.sometimes"() : () -> ()
  }
  return
}
