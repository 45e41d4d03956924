func.func private @check(%i: index, %depth: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = arith.constant 700 : index
  %is_leaf = arith.cmpi eq, %depth, %c0 : index
  %result = scf.if %is_leaf -> (index) {
    %fine = arith.cmpi slt, %i, %limit : index
    cf.assert %fine, "iteration 700 or later"
    scf.yield %i : index
  } else {
    %next = arith.subi %depth, %c1 : index
    %r = func.call @check(%i, %next) : (index, index) -> index
    scf.yield %r : index
  }
  return %result : index
}
func.func @work(%i: index) -> index {
  %c3 = arith.constant 3 : index
  %r = call @check(%i, %c3) : (index, index) -> index
  return %r : index
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 2000 : index
  %zero = arith.constant 0 : i64
  // Nothing fails here.
  %before = call @work(%c1) : (index) -> index
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> i64 {
    %w = func.call @work(%i) : (index) -> index
    %v = arith.index_cast %w : index to i64
    scf.reduce (%v : i64) {
    ^bb0(%a: i64, %b: i64):
      %r = arith.addi %a, %b : i64
      scf.reduce.return %r : i64
    }
  }
  return %sum : i64
}
