// RUN: builtin.module(sccp)

// All calls are known: so is what is passed and what comes back.
func.func private @double(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}

func.func @calls() -> (i32, i32) {
  %1 = arith.constant 1 : i32
  %a = call @double(%1) : (i32) -> i32
  %b = call @double(%1) : (i32) -> i32
  return %a, %b : i32, i32
}

// Anybody may call a public function, but what it returns is known.
func.func @public(%x: i32) -> (i32, i32) {
  %1 = arith.constant 1 : i32
  return %x, %1 : i32, i32
}

func.func @calls_public() -> (i32, i32) {
  %1 = arith.constant 1 : i32
  %a:2 = call @public(%1) : (i32) -> (i32, i32)
  return %a#0, %a#1 : i32, i32
}

// The function may be called by way of its name.
func.func private @named(%x: i32) -> i32 {
  return %x : i32
}

func.func @names() -> i32 {
  %1 = arith.constant 1 : i32
  %f = constant @named : (i32) -> i32
  "test.use"(%f) : ((i32) -> i32) -> ()
  %a = call @named(%1) : (i32) -> i32
  return %a : i32
}

// Nobody calls it.
func.func private @dead() -> i32 {
  %1 = arith.constant 1 : i32
  %2 = arith.addi %1, %1 : i32
  return %2 : i32
}

func.func private @recursive(%x: i32, %n: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %is_zero = arith.cmpi eq, %n, %0 : i32
  cf.cond_br %is_zero, ^end(%x : i32), ^again
^again:
  %1 = arith.constant 1 : i32
  %m = arith.subi %n, %1 : i32
  %r = call @recursive(%x, %m) : (i32, i32) -> i32
  cf.br ^end(%r : i32)
^end(%y: i32):
  return %y : i32
}

func.func @calls_recursive(%n: i32) -> i32 {
  %9 = arith.constant 9 : i32
  %r = call @recursive(%9, %n) : (i32, i32) -> i32
  return %r : i32
}

func.func private @declared(i32) -> i32

llvm.func @callee(%x: i32) -> i32 attributes {sym_visibility = "private"} {
  llvm.return %x : i32
}

llvm.func @caller(%f: !llvm.ptr) -> i32 {
  %2 = llvm.mlir.constant(2 : i32) : i32
  %a = llvm.call @callee(%2) : (i32) -> i32
  %b = llvm.call %f(%2) : !llvm.ptr, (i32) -> i32
  %c = llvm.add %a, %a : i32
  llvm.return %c : i32
}

module @inner {
  func.func nested @seen(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @use() -> i32 {
    %1 = arith.constant 1 : i32
    %a = call @seen(%1) : (i32) -> i32
    return %a : i32
  }
}
