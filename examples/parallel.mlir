// A parallel loop over two dimensions: each iteration multiplies a row with a column of a matrix, 100 rows and columns.
// Ranges of iterations are shared among the workers.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %zero = arith.constant 0 : i64
  %a = memref.alloc() : memref<100x100xi64>
  %b = memref.alloc() : memref<100x100xi64>

  scf.parallel (%i, %j) = (%c0, %c0) to (%c100, %c100) step (%c1, %c1) {
    %sum = arith.addi %i, %j : index
    %value = arith.index_cast %sum : index to i64
    memref.store %value, %a[%i, %j] : memref<100x100xi64>
  }

  scf.parallel (%i, %j) = (%c0, %c0) to (%c100, %c100) step (%c1, %c1) {
    %product = scf.for %k = %c0 to %c100 step %c1 iter_args(%sum = %zero) -> (i64) {
      %x = memref.load %a[%i, %k] : memref<100x100xi64>
      %y = memref.load %a[%k, %j] : memref<100x100xi64>
      %xy = arith.muli %x, %y : i64
      %next = arith.addi %sum, %xy : i64
      scf.yield %next : i64
    }
    memref.store %product, %b[%i, %j] : memref<100x100xi64>
  }

  %trace = scf.for %i = %c0 to %c100 step %c1 iter_args(%sum = %zero) -> (i64) {
    %x = memref.load %b[%i, %i] : memref<100x100xi64>
    %next = arith.addi %sum, %x : i64
    scf.yield %next : i64
  }
  vector.print %trace : i64
  memref.dealloc %a : memref<100x100xi64>
  memref.dealloc %b : memref<100x100xi64>
  return
}
