func.func private @work(%i: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %limit = arith.constant 700 : index
  %result = scf.for %k = %c0 to %c3 step %c1 iter_args(%before = %i) -> (index) {
    %r = memref.alloca_scope -> (index) {
      %kept = memref.alloca() : memref<4xindex>
      memref.store %before, %kept[%k] : memref<4xindex>
      %inner = memref.alloca_scope -> (index) {
        %more = memref.alloca() : memref<64xindex>
        %v = memref.load %kept[%k] : memref<4xindex>
        memref.store %v, %more[%c3] : memref<64xindex>
        %fine = arith.cmpi slt, %v, %limit : index
        cf.assert %fine, "iteration 700 or later"
        %w = memref.load %more[%c3] : memref<64xindex>
        memref.alloca_scope.return %w : index
      }
      memref.alloca_scope.return %inner : index
    }
    scf.yield %r : index
  }
  return %result : index
}
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 2000 : index
  %zero = arith.constant 0 : i64
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
