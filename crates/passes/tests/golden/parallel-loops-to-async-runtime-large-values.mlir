// RUN: --parallel-loops-to-async-runtime
// Unlike MLIR: it has no such pass.

// Results of leaves take little of the stack, and sums of parts may overflow where the whole does not.
func.func @sums(%n: index, %wide: vector<4096xf32>, %x: i32) -> (vector<4096xf32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<4096xf32>
  %zero = arith.constant 0 : i32
  %sums:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zeros, %zero) -> (vector<4096xf32>, i32) {
    scf.reduce(%wide, %x : vector<4096xf32>, i32) {
    ^bb0(%a: vector<4096xf32>, %b: vector<4096xf32>):
      %s = arith.addf %a, %b : vector<4096xf32>
      scf.reduce.return %s : vector<4096xf32>
    }, {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b overflow<nsw, nuw> : i32
      scf.reduce.return %s : i32
    }
  }
  return %sums#0, %sums#1 : vector<4096xf32>, i32
}
