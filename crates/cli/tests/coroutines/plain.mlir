// Asynchronous functions that never suspend, alone, in circles, with loops, and with results that are awaited elsewhere or
// not at all; beside ones that do, or that fail.

async.func @fib(%n: i64) -> !async.value<i64> {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %is_small = arith.cmpi slt, %n, %two : i64
  cf.cond_br %is_small, ^done(%n : i64), ^recurse
^recurse:
  %n1 = arith.subi %n, %one : i64
  %n2 = arith.subi %n, %two : i64
  %a = async.call @fib(%n1) : (i64) -> !async.value<i64>
  %b = async.call @fib(%n2) : (i64) -> !async.value<i64>
  %x = async.await %a : !async.value<i64>
  %y = async.await %b : !async.value<i64>
  %sum = arith.addi %x, %y : i64
  cf.br ^done(%sum : i64)
^done(%result: i64):
  async.return %result : i64
}

async.func @even(%n: i64) -> (!async.token, !async.value<i1>) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %is_zero = arith.cmpi eq, %n, %zero : i64
  %result = scf.if %is_zero -> (i1) {
    scf.yield %is_zero : i1
  } else {
    %less = arith.subi %n, %one : i64
    %odd = async.call @odd(%less) : (i64) -> !async.value<i1>
    %is_odd = async.await %odd : !async.value<i1>
    scf.yield %is_odd : i1
  }
  async.return %result : i1
}

async.func private @odd(%n: i64) -> !async.value<i1> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %is_zero = arith.cmpi eq, %n, %zero : i64
  %result = scf.if %is_zero -> (i1) {
    %false = arith.constant false
    scf.yield %false : i1
  } else {
    %less = arith.subi %n, %one : i64
    %token, %even = async.call @even(%less) : (i64) -> (!async.token, !async.value<i1>)
    async.await %token : !async.token
    %is_even = async.await %even : !async.value<i1>
    scf.yield %is_even : i1
  }
  async.return %result : i1
}

// It writes to memory, gives nothing but a token, and starts a task that nobody here waits for.
async.func @fill(%memory: memref<4xi64>, %x: i64, %done: memref<i64>) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (i64) {
    %f = async.call @fib(%s) : (i64) -> !async.value<i64>
    %y = async.await %f : !async.value<i64>
    memref.store %y, %memory[%i] : memref<4xi64>
    %c1_i64 = arith.constant 1 : i64
    %next = arith.addi %s, %c1_i64 : i64
    scf.yield %next : i64
  }
  async.return
}

// It waits for a task, and so does the one that waits for it.
async.func @slow(%n: i64) -> !async.value<i64> {
  %token, %value = async.execute -> !async.value<i64> {
    %f = async.call @fib(%n) : (i64) -> !async.value<i64>
    %x = async.await %f : !async.value<i64>
    async.yield %x : i64
  }
  %x = async.await %value : !async.value<i64>
  async.return %x : i64
}

async.func @slower(%n: i64) -> !async.value<i64> {
  %value = async.call @slow(%n) : (i64) -> !async.value<i64>
  %x = async.await %value : !async.value<i64>
  %f = async.call @fib(%n) : (i64) -> !async.value<i64>
  %y = async.await %f : !async.value<i64>
  %sum = arith.addi %x, %y : i64
  async.return %sum : i64
}

async.func @fails(%n: i64) -> !async.value<i64> {
  %zero = arith.constant 0 : i64
  %f = async.call @fib(%n) : (i64) -> !async.value<i64>
  %x = async.await %f : !async.value<i64>
  %holds = arith.cmpi slt, %x, %zero : i64
  cf.assert %holds, "a number is negative"
  async.return %x : i64
}

// What it is called for is there when it is called.
async.func @adds(%a: !async.value<i64>, %n: i64) -> !async.value<i64> {
  %x = async.await %a : !async.value<i64>
  %sum = arith.addi %x, %n : i64
  async.return %sum : i64
}

func.func @main() {
  %n = arith.constant 15 : i64
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %memory = memref.alloc() : memref<4xi64>
  %done = memref.alloc() : memref<i64>

  %fib = async.call @fib(%n) : (i64) -> !async.value<i64>
  %fib_result = async.await %fib : !async.value<i64>
  %again = async.await %fib : !async.value<i64>
  vector.print %fib_result : i64
  vector.print %again : i64

  %token, %even = async.call @even(%n) : (i64) -> (!async.token, !async.value<i1>)
  %is_even = async.await %even : !async.value<i1>
  vector.print %is_even : i1

  %filled = async.call @fill(%memory, %n, %done) : (memref<4xi64>, i64, memref<i64>) -> !async.token
  async.await %filled : !async.token
  %first = memref.load %memory[%c0] : memref<4xi64>
  %last = memref.load %memory[%c3] : memref<4xi64>
  vector.print %first : i64
  vector.print %last : i64

  %inner = async.call @fib(%n) : (i64) -> !async.value<i64>
  %task, %task_value = async.execute -> !async.value<i64> {
    %x = async.await %inner : !async.value<i64>
    %slower = async.call @slower(%n) : (i64) -> !async.value<i64>
    %y = async.await %slower : !async.value<i64>
    %sum = arith.addi %x, %y : i64
    async.yield %sum : i64
  }
  %task_result = async.await %task_value : !async.value<i64>
  vector.print %task_result : i64

  %passed = async.call @fib(%n) : (i64) -> !async.value<i64>
  %adds = async.call @adds(%passed, %n) : (!async.value<i64>, i64) -> !async.value<i64>
  %adds_result = async.await %adds : !async.value<i64>
  vector.print %adds_result : i64

  %unused = async.call @fib(%n) : (i64) -> !async.value<i64>
  %fails = async.call @fails(%n) : (i64) -> !async.value<i64>
  async.runtime.await %fails : !async.value<i64>
  %failed = async.runtime.is_error %fails : !async.value<i64>
  vector.print %failed : i1
  memref.dealloc %memory : memref<4xi64>
  memref.dealloc %done : memref<i64>
  return
}
