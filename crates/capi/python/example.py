"""Calls functions of a program on arrays, on all cores. NumPy's arrays can be passed just like these."""

from array import array

import asyncir

PROGRAM = """
func.func @axpy(%a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %xi = memref.load %x[%i] : memref<?xf64>
    %yi = memref.load %y[%i] : memref<?xf64>
    %ax = arith.mulf %a, %xi : f64
    %sum = arith.addf %ax, %yi : f64
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}
async.func @fib(%n: i64) -> !async.value<i64> {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %is_small = arith.cmpi slt, %n, %c2 : i64
  %fib = scf.if %is_small -> i64 {
    scf.yield %n : i64
  } else {
    %n1 = arith.subi %n, %c1 : i64
    %n2 = arith.subi %n, %c2 : i64
    %v1 = async.call @fib(%n1) : (i64) -> !async.value<i64>
    %v2 = async.call @fib(%n2) : (i64) -> !async.value<i64>
    %f1 = async.await %v1 : !async.value<i64>
    %f2 = async.await %v2 : !async.value<i64>
    %sum = arith.addi %f1, %f2 : i64
    scf.yield %sum : i64
  }
  return %fib : i64
}
"""

engine = asyncir.Engine(PROGRAM, opt_level=2)

x, y = array("d", range(1_000_000)), array("d", [1.0] * 1_000_000)
axpy = engine.function("axpy")
axpy(2.0, x, y)
print(axpy.signature, y[:3], y[-1])

print(engine.function("fib")(25))

try:
    axpy(2.0, x, array("f", [1.0]))
except TypeError as error:
    print(error)

try:
    asyncir.Engine("func.func @f() -> i32 { return }", name="wrong.mlir")
except asyncir.AsyncirError as error:
    print(str(error).splitlines()[0])
