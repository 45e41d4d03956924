// RUN: --mlir-print-debuginfo --mlir-print-local-scope --canonicalize
// Of two loops that become one, the outer one is where that comes from.
func.func @merged(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      "t.a"(%i, %j) : (index, index) -> ()
    }
  }
  return
}
