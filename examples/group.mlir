// A group of ten tasks, each of which adds ten numbers up in a sum of its own; the group is awaited as a whole.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i64
  %sums = memref.alloc() : memref<10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %zero, %sums[%i] : memref<10xi64>
  }

  %group = async.create_group %c10 : !async.group
  scf.for %i = %c0 to %c10 step %c1 {
    %task = async.execute {
      // Every task has a sum of its own.
      scf.for %j = %c0 to %c10 step %c1 {
        %tens = arith.muli %i, %c10 : index
        %number = arith.addi %tens, %j : index
        %n = arith.index_cast %number : index to i64
        %old = memref.load %sums[%i] : memref<10xi64>
        %new = arith.addi %old, %n : i64
        memref.store %new, %sums[%i] : memref<10xi64>
      }
      async.yield
    }
    %rank = async.add_to_group %task, %group : !async.token
  }
  async.await_all %group

  %total = scf.for %i = %c0 to %c10 step %c1 iter_args(%acc = %zero) -> (i64) {
    %sum = memref.load %sums[%i] : memref<10xi64>
    %next = arith.addi %acc, %sum : i64
    scf.yield %next : i64
  }
  vector.print %total : i64
  memref.dealloc %sums : memref<10xi64>
  return
}
