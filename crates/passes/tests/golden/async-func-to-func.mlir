// RUN: --async-func-to-func
// Unlike MLIR: it has no such pass.

// It calls itself, and awaits nothing else.
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
  return %result : i64
}

// Two that call each other, one with a token.
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
  %token, %even = async.call @even(%n) : (i64) -> (!async.token, !async.value<i1>)
  async.await %token : !async.token
  %is_even = async.await %even : !async.value<i1>
  %true = arith.constant true
  %is_odd = arith.xori %is_even, %true : i1
  async.return %is_odd : i1
}

// It starts a task, but does not wait for it.
async.func @starts(%n: i64) -> !async.token {
  %token = async.execute {
    async.yield
  }
  async.return
}

// These stay as they are: they wait for a task, for an argument, for one that waits, or may fail.
async.func @waits(%n: i64) -> !async.value<i64> {
  %token, %value = async.execute -> !async.value<i64> {
    async.yield %n : i64
  }
  %x = async.await %value : !async.value<i64>
  async.return %x : i64
}

async.func @waits_for_argument(%value: !async.value<i64>) -> !async.value<i64> {
  %x = async.await %value : !async.value<i64>
  async.return %x : i64
}

async.func @waits_for_one_that_waits(%n: i64) -> !async.value<i64> {
  %value = async.call @waits(%n) : (i64) -> !async.value<i64>
  %x = async.await %value : !async.value<i64>
  async.return %x : i64
}

async.func @fails(%n: i64) -> !async.value<i64> {
  %zero = arith.constant 0 : i64
  %holds = arith.cmpi ne, %n, %zero : i64
  cf.assert %holds, "a number is not zero"
  async.return %n : i64
}

// One that is not called where that would help.
async.func @returned(%n: i64) -> !async.value<i64> {
  async.return %n : i64
}

func.func @gives() -> !async.value<i64> {
  %n = arith.constant 5 : i64
  %value = async.call @returned(%n) : (i64) -> !async.value<i64>
  return %value : !async.value<i64>
}

// Plain functions and tasks call them, too; what a task waits for may be called outside. A value that goes elsewhere
// stays one.
func.func @main() {
  %n = arith.constant 5 : i64
  %fib = async.call @fib(%n) : (i64) -> !async.value<i64>
  %x = async.await %fib : !async.value<i64>
  %inner = async.call @fib(%x) : (i64) -> !async.value<i64>
  %token = async.execute {
    %y = async.await %inner : !async.value<i64>
    %starts = async.call @starts(%y) : (i64) -> !async.token
    async.await %starts : !async.token
    %waits = async.call @waits_for_one_that_waits(%y) : (i64) -> !async.value<i64>
    %z = async.await %waits : !async.value<i64>
    %even:2 = async.call @even(%z) : (i64) -> (!async.token, !async.value<i1>)
    async.await %even#0 : !async.token
    async.yield
  }
  async.await %token : !async.token
  %passed = async.call @fib(%x) : (i64) -> !async.value<i64>
  %other = async.call @waits_for_argument(%passed) : (!async.value<i64>) -> !async.value<i64>
  %fails = async.call @fails(%x) : (i64) -> !async.value<i64>
  %a = async.await %other : !async.value<i64>
  %b = async.await %fails : !async.value<i64>
  return
}

// What a plain function asserts fails the token of the async function that calls it, which nobody may ever look at.
func.func private @asserts(%n: i64) {
  %zero = arith.constant 0 : i64
  %is_positive = arith.cmpi sgt, %n, %zero : i64
  cf.assert %is_positive, "positive"
  return
}
func.func private @calls_what_asserts(%n: i64) {
  func.call @asserts(%n) : (i64) -> ()
  return
}
async.func private @fails_through_calls(%n: i64) -> !async.token {
  func.call @calls_what_asserts(%n) : (i64) -> ()
  return
}
func.func private @elsewhere(%n: i64)
async.func private @calls_elsewhere(%n: i64) -> !async.token {
  func.call @elsewhere(%n) : (i64) -> ()
  return
}
func.func @does_not_wait(%n: i64) {
  %t = async.call @fails_through_calls(%n) : (i64) -> !async.token
  %u = async.call @calls_elsewhere(%n) : (i64) -> !async.token
  return
}

// What is said of the arguments and of the code holds for the plain function, too.
async.func @with_attributes(%x: i64 {llvm.noundef}) -> !async.value<i64>
    attributes {llvm.emit_c_interface, passthrough = ["noinline"]} {
  return %x : i64
}
async.func @calls_it(%x: i64) -> !async.value<i64> {
  %value = async.call @with_attributes(%x) : (i64) -> !async.value<i64>
  %y = async.await %value : !async.value<i64>
  return %y : i64
}
