// Copies of parts of memory in loops that suspend. What the runtime needs to know of the parts is on the stack, and gone before
// the next suspension.

async.func @columns(%table: memref<4x?xi64>, %column: memref<4x1xi64>, %n: index) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %part = memref.subview %table[0, %i] [4, 1] [1, 1] : memref<4x?xi64> to memref<4x1xi64, strided<[?, 1], offset: ?>>
    memref.copy %column, %part : memref<4x1xi64> to memref<4x1xi64, strided<[?, 1], offset: ?>>
    %token = async.execute {
      scf.for %j = %c0 to %c4 step %c1 {
        %old = memref.load %column[%j, %c0] : memref<4x1xi64>
        %next = arith.addi %old, %old : i64
        memref.store %next, %column[%j, %c0] : memref<4x1xi64>
      }
      async.yield
    }
    async.await %token : !async.token
  }
  return
}

// Memory that is allocated here is known to be another one than that of the caller, so the copy is a loop.
async.func @rows(%table: memref<4x?xi64>, %n: index) -> !async.value<i64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %column = memref.alloc() : memref<4xi64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (i64) {
    %part = memref.subview %table[0, %i] [4, 1] [1, 1] : memref<4x?xi64> to memref<4xi64, strided<[?], offset: ?>>
    memref.copy %part, %column : memref<4xi64, strided<[?], offset: ?>> to memref<4xi64>
    %token, %value = async.execute -> !async.value<i64> {
      %c3 = arith.constant 3 : index
      %last = memref.load %column[%c3] : memref<4xi64>
      async.yield %last : i64
    }
    %last = async.await %value : !async.value<i64>
    %next = arith.addi %sum, %last : i64
    scf.yield %next : i64
  }
  memref.dealloc %column : memref<4xi64>
  async.return %sum : i64
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %table = memref.alloc(%c5) : memref<4x?xi64>
  %column = memref.alloc() : memref<4x1xi64>
  scf.for %i = %c0 to %c4 step %c1 {
    %number = arith.index_cast %i : index to i64
    memref.store %number, %column[%i, %c0] : memref<4x1xi64>
  }
  %token = async.call @columns(%table, %column, %c5) : (memref<4x?xi64>, memref<4x1xi64>, index) -> !async.token
  async.await %token : !async.token
  %value = memref.load %table[%c3, %c4] : memref<4x?xi64>
  vector.print %value : i64
  %sum = async.call @rows(%table, %c5) : (memref<4x?xi64>, index) -> !async.value<i64>
  %all = async.await %sum : !async.value<i64>
  vector.print %all : i64
  memref.dealloc %table : memref<4x?xi64>
  memref.dealloc %column : memref<4x1xi64>
  return
}
