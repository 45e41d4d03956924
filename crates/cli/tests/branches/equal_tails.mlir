// Two branches that end alike: each has memory of its own, which a task fills, and awaits the task.

async.func @filled(%first: i1, %n: index) -> !async.value<i64> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  cf.cond_br %first, ^one, ^two
^one:
  %memory_of_one = memref.alloc(%n) : memref<?xi64>
  %token_of_one = async.execute {
    memref.store %one, %memory_of_one[%c0] : memref<?xi64>
    async.yield
  }
  vector.print %n : index
  async.await %token_of_one : !async.token
  %value_of_one = memref.load %memory_of_one[%c0] : memref<?xi64>
  memref.dealloc %memory_of_one : memref<?xi64>
  cf.br ^end(%value_of_one : i64)
^two:
  %memory_of_two = memref.alloc(%n) : memref<?xi64>
  %token_of_two = async.execute {
    memref.store %two, %memory_of_two[%c0] : memref<?xi64>
    async.yield
  }
  vector.print %n : index
  async.await %token_of_two : !async.token
  %value_of_two = memref.load %memory_of_two[%c0] : memref<?xi64>
  memref.dealloc %memory_of_two : memref<?xi64>
  cf.br ^end(%value_of_two : i64)
^end(%value: i64):
  async.return %value : i64
}

func.func @main() {
  %c5 = arith.constant 5 : index
  %yes = arith.constant true
  %no = arith.constant false
  %of_two = async.call @filled(%no, %c5) : (i1, index) -> !async.value<i64>
  %two = async.await %of_two : !async.value<i64>
  vector.print %two : i64
  %of_one = async.call @filled(%yes, %c5) : (i1, index) -> !async.value<i64>
  %one = async.await %of_one : !async.value<i64>
  vector.print %one : i64
  return
}
