//! The wrapper for Python: its example, and what is refused.

use std::path::Path;
use std::process::{Command, Output};

const EXAMPLE: &str = "\
(f64, memref<?xf64>, memref<?xf64>) -> () array('d', [1.0, 3.0, 5.0]) 1999999.0
75025
argument 2 (memref<?xf64>): a buffer of 1 dimensions with elements of format 'd' is needed, not of 1 dimensions with elements of \
format 'f'
wrong.mlir:1:25: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1
";

const REFUSALS: &str = r#"
import copy
import pickle
import asyncir
from array import array

PROGRAM = """
func.func @rows(%m: memref<?x3xi32>, %yes: i1) -> (i32, i1) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = memref.load %m[%c1, %c2] : memref<?x3xi32>
  %no = arith.constant false
  %z = arith.andi %yes, %no : i1
  return %x, %z : i32, i1
}
func.func @row(%m: memref<4xi8>, %i: index) {
  %c7 = arith.constant 7 : i8
  memref.store %c7, %m[%i] : memref<4xi8>
  return
}
func.func @second(%m: memref<?xindex>) -> index {
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c1] : memref<?xindex>
  return %x : index
}
func.func @single(%x: f32) {
  return
}
func.func @part(%m: memref<?xi16, strided<[?], offset: ?>>) -> i16 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i16
  %x = memref.load %m[%c1] : memref<?xi16, strided<[?], offset: ?>>
  memref.store %seven, %m[%c0] : memref<?xi16, strided<[?], offset: ?>>
  return %x : i16
}
func.func @behind(%m: memref<2xi16, strided<[3], offset: 1>>) -> i16 {
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c1] : memref<2xi16, strided<[3], offset: 1>>
  return %x : i16
}
func.func @leaves(%done: memref<1xi32>) -> !async.value<i32> {
  %loose = async.execute {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 5000 : index
    %one = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 {
      %before = memref.atomic_rmw addi %one, %done[%c0] : (i32, memref<1xi32>) -> i32
    }
    async.yield
  }
  %token, %value = async.execute -> !async.value<i32> {
    %seven = arith.constant 7 : i32
    async.yield %seven : i32
  }
  return %value : !async.value<i32>
}
func.func @tokens(%done: memref<1xi32>) -> (!async.token, !async.token) {
  %no = arith.constant false
  %first = async.execute {
    cf.assert %no, "in a task"
    async.yield
  }
  %second = async.execute {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 5000 : index
    %one = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 {
      %before = memref.atomic_rmw addi %one, %done[%c0] : (i32, memref<1xi32>) -> i32
    }
    async.yield
  }
  return %first, %second : !async.token, !async.token
}
"""
engine = asyncir.Engine(PROGRAM, opt_level=0, runtime_verification=True, keep_tasks=True,
                        entry_points=["rows", "row", "tokens", "single", "second", "part", "behind", "leaves"])
rows = memoryview(array("i", [1, 2, 3, 4, 5, 6])).cast("B").cast("i", (2, 3))
print(engine.function("rows")(rows, True))
row = bytearray(4)
engine.function("row")(row, 3)
print(row)
print(engine.function("second")(array("l", [3, 7])))
shorts = array("h", range(8))
part, behind = engine.function("part"), engine.function("behind")
print(part(shorts), part(memoryview(shorts)[1::2]), part(memoryview(shorts)[::-3]), part(memoryview(shorts)[6:]), shorts)
print(behind(memoryview(shorts)[2:6:3]))

def refused(call):
    try:
        call()
        print("not refused")
    except (TypeError, ValueError, OverflowError, asyncir.AsyncirError) as error:
        print(type(error).__name__, str(error).splitlines()[0])

refused(lambda: engine.function("row")(row, 4))
refused(lambda: engine.function("row")(row))
refused(lambda: engine.function("row")(bytes(4), 0))
refused(lambda: engine.function("row")(bytearray(5), 0))
refused(lambda: engine.function("row")(memoryview(bytearray(8))[::2], 0))
refused(lambda: engine.function("rows")(memoryview(bytearray(24)).cast("i", (3, 2)), True))
refused(lambda: behind(memoryview(shorts)[::4]))
refused(lambda: part(memoryview(shorts)[:0]))
refused(lambda: engine.function("row")(row, "three"))
refused(lambda: engine.function("row")(row, None))
refused(lambda: engine.function("row")(row, 2**64))

class Wrong(ValueError):
    def __init__(self, what, why):
        super().__init__(what, why)

class Index:
    def __index__(self):
        raise Wrong("an index", "none")

refused(lambda: engine.function("row")(row, Index()))
refused(lambda: engine.function("rows")(rows, 2))
refused(lambda: engine.function("rows")(rows, 0.5))
refused(lambda: engine.function("single")(1e39))
refused(lambda: engine.function(5))
refused(lambda: engine.function("row\0"))
done = array("i", [0])
refused(lambda: engine.function("tokens")(done))
print("done", done[0])
done = array("i", [0])
print(engine.function("leaves")(done), done[0])
refused(lambda: engine.function("nothing"))
refused(lambda: copy.copy(engine))
refused(lambda: pickle.dumps(engine.function("row")))
refused(lambda: asyncir.Engine(None))
refused(lambda: part(memoryview(bytearray(5))[1:].cast("h")))
refused(lambda: asyncir.Engine(PROGRAM, level=3))
refused(lambda: asyncir.Engine(PROGRAM, opt_level=[2, 3]))
refused(lambda: asyncir.Engine(PROGRAM, grain=2**40))
ended = asyncir.Engine("func.func @f() { return }")
ended.__del__()
refused(lambda: ended.backend)
empty = asyncir.Engine("func.func @f() { return }", shared_lib=["libm.so.6", "libc.so.6"], entry_points=("f",))
print(empty.function("f")())
print(asyncir.run_pipeline(b"func.func @f() { return }", "builtin.module(func.func(cse))"), end="")
print(asyncir.version())

class Late:
    """Its finalizer runs when Python ends, perhaps behind that of the engine."""
    def __init__(self):
        self.function, self.itself = empty.function("f"), self
    def __del__(self):
        try:
            print("finalizer", self.function())
        except asyncir.AsyncirError:
            print("finalizer None")
late = Late()
"#;

const REFUSED: &str = "\
(6, False)
bytearray(b'\\x00\\x00\\x00\\x07')
7
1 3 4 7 array('h', [7, 7, 2, 3, 4, 5, 7, 7])
5
AsyncirError <python>:12:3: ERROR: Runtime op verification failed
TypeError the function is (memref<4xi8>, index) -> (), but was called with 1 arguments
TypeError argument 0 (memref<4xi8>): the buffer is only for reading
AsyncirError function 'row' is (memref<4xi8>, index) -> (), but was called with sizes [5] in argument 0
TypeError argument 0 (memref<4xi8>): the elements of a buffer must be contiguous, in row-major order
AsyncirError function 'rows' is (memref<?x3xi32>, i1) -> (i32, i1), but was called with sizes [3, 2] in argument 0
AsyncirError function 'behind' is (memref<2xi16, strided<[3], offset: 1>>) -> (i16), but was called with offset 1 and strides [4] \
(they must be those of strided<[3], offset: 1>) in argument 0
AsyncirError <python>:27:8: ERROR: Runtime op verification failed
TypeError argument 1 (index): 'str' object cannot be interpreted as an integer
TypeError argument 1 (index): 'NoneType' object cannot be interpreted as an integer
OverflowError argument 1 (index): 18446744073709551616 does not fit
ValueError argument 1 (index): ('an index', 'none')
OverflowError argument 1 (i1): 2 does not fit
TypeError argument 1 (i1): 'float' object cannot be interpreted as an integer
OverflowError argument 0 (f32): 1e+39 does not fit
TypeError the name of a function must be a string, not int
ValueError the name of a function contains a null character
AsyncirError <python>:56:5: in a task
done 5000
7 5000
AsyncirError function 'nothing' not found; there are 'rows', 'row', 'second', 'single', 'part', and 3 more
TypeError an engine cannot be copied or pickled: its code is in this process
TypeError a function cannot be copied or pickled: its code is in this process
TypeError a program must be a string or bytes, not NoneType
TypeError argument 0 (memref<?xi16, strided<[?], offset: ?>>): the elements of the buffer are not at multiples of 2 bytes
AsyncirError there is no option 'level'; there are 'opt-level', 'backend', 'entry-points', 'shared-lib', 'parallel-loops', \
'grain', 'loop-workers', 'coroutines', 'keep-tasks', 'leaves-tasks', 'runtime-verification', 'debug-info', 'perf-map', 'threads', 'cache'
TypeError opt_level must be one value or a list of names, not [2, 3]
AsyncirError option 'grain=1099511627776': expected a number from 0 to 4294967295
AsyncirError the engine was destroyed
None
module {
  func.func @f() {
    return
  }
}
0.1.0
finalizer None
";

/// A child process calls functions, and compiles a program.
const FORK: &str = r#"
import os
import signal
import asyncir
from array import array

PROGRAM = """
func.func @count(%done: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %token = async.execute {
      memref.store %one, %done[%i] : memref<?xi32>
      async.yield
    }
    %rank = async.add_to_group %token, %group : !async.token
  }
  async.await_all %group
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %done[%i] : memref<?xi32>
    %y = arith.addi %x, %one : i32
    memref.store %y, %done[%i] : memref<?xi32>
  }
  return
}
"""
# Large enough for several threads.
LARGE = "".join(f"func.func @f{i}(%x: i32) -> i32 {{" + "".join(
    f"%{k} = arith.addi %x, %x : i32 " for k in range(100)) + "return %99 : i32 }\n" for i in range(50))

def works(engine):
    done = array("i", [0] * 1000)
    engine.function("count")(done, 1000)
    large = asyncir.Engine(LARGE, opt_level=0)
    return list(done) == [2] * 1000 and large.function("f49")(21) == 42

engine = asyncir.Engine(PROGRAM, keep_tasks=True)
print("parent", works(engine), flush=True)
child = os.fork()
if child == 0:
    signal.alarm(60)
    print("child", works(engine), works(asyncir.Engine(PROGRAM, opt_level=0)), flush=True)
    os._exit(0)
print("status", os.waitpid(child, 0)[1], "parent", works(engine))
"#;

/// Functions return tensors. Some 3 GB of them would be there at once if nothing freed them.
const TENSORS: &str = r#"
import math
import resource
import asyncir
from array import array

PROGRAM = """
func.func @both(%a: tensor<?xf32>, %n: index) -> (tensor<?xf32>, i64, tensor<?x2xi16>) {
  %sum = arith.addf %a, %a : tensor<?xf32>
  %c7 = arith.constant 7 : i64
  %numbers = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %both = arith.addi %i, %j : index
    %number = arith.index_cast %both : index to i16
    tensor.yield %number : i16
  } : tensor<?x2xi16>
  return %sum, %c7, %numbers : tensor<?xf32>, i64, tensor<?x2xi16>
}
func.func @itself(%a: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  return %a, %a : tensor<2xf64>, tensor<2xf64>
}
func.func @single() -> (tensor<f64>, tensor<i1>) {
  %0 = arith.constant dense<2.5> : tensor<f64>
  %1 = arith.constant dense<true> : tensor<i1>
  return %0, %1 : tensor<f64>, tensor<i1>
}
func.func @other() -> (tensor<2xf16>, tensor<2xcomplex<f64>>) {
  %0 = arith.constant dense<[1.0, -2.0]> : tensor<2xf16>
  %1 = arith.constant dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f64>>
  return %0, %1 : tensor<2xf16>, tensor<2xcomplex<f64>>
}
func.func @doubled(%a: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.addf %a, %a : tensor<2xf16>
  return %0 : tensor<2xf16>
}
func.func @kinds(%h: f16, %b: bf16, %z: complex<f32>) -> (f16, bf16, complex<f32>, !async.value<complex<f32>>) {
  %twice = arith.addf %h, %h : f16
  %square = complex.mul %z, %z : complex<f32>
  %token, %value = async.execute -> !async.value<complex<f32>> {
    %conjugated = complex.conj %z : complex<f32>
    async.yield %conjugated : complex<f32>
  }
  return %twice, %b, %square, %value : f16, bf16, complex<f32>, !async.value<complex<f32>>
}
func.func @conjugates(%a: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %empty = tensor.empty() : tensor<2xcomplex<f64>>
  %0 = linalg.map ins(%a : tensor<2xcomplex<f64>>) outs(%empty : tensor<2xcomplex<f64>>) (%z: complex<f64>, %old: complex<f64>) {
    %conjugated = complex.conj %z : complex<f64>
    linalg.yield %conjugated : complex<f64>
  }
  return %0 : tensor<2xcomplex<f64>>
}
func.func @large() -> tensor<4000000xf64> {
  %0 = arith.constant dense<1.0> : tensor<4000000xf64>
  return %0 : tensor<4000000xf64>
}
func.func @task(%a: tensor<?xf32>) -> (tensor<?xf32>, !async.value<i32>) {
  %token, %value = async.execute -> !async.value<i32> {
    %c9 = arith.constant 9 : i32
    async.yield %c9 : i32
  }
  %0 = math.absf %a : tensor<?xf32>
  return %0, %value : tensor<?xf32>, !async.value<i32>
}
func.func @beside(%a: memref<2xf32>) -> (memref<2xf32>, tensor<2xf32>) {
  %0 = bufferization.to_tensor %a restrict : memref<2xf32> to tensor<2xf32>
  return %a, %0 : memref<2xf32>, tensor<2xf32>
}
"""
engine = asyncir.Engine(PROGRAM)
both, itself = engine.function("both"), engine.function("itself")
print(both)
floats = array("f", [1, 2, 3])
sums, seven, numbers = both(floats, 3)
print(sums.tolist(), seven, numbers.tolist(), numbers[2, 1], numbers.shape)
print(both(sums, 1)[0].tolist(), [view.shape for view in both(array("f"), 0)[::2]])
nothing = both(array("f"), 0)[0]
print(nothing.tolist(), nothing.format, both(nothing, 0)[0].shape)
ones = array("d", [1, 1])
first, second = itself(ones)
first[0] = 2
print(ones.tolist(), first.tolist(), second.tolist())
part = first[1:]
del first, second, engine
print(part.tolist())
engine = asyncir.Engine(PROGRAM)
print([(view.tolist(), view.format) for view in engine.function("single")()])
print([(view.tolist(), view.format) for view in engine.function("other")()])
print(engine.function("doubled")(engine.function("other")()[0]).tolist())
print(engine.function("conjugates")(engine.function("other")()[1]).tolist())
print([view.tolist() for view in itself(memoryview(bytes(ones)).cast("d"))])
kinds = engine.function("kinds")
print(kinds, kinds(1.0004, 1.00390625, 1 - 2j), kinds(1e-7, -math.inf, 3))
for wrong in [(65520, 0, 0), (65519, 3.4e38, 0), (0, 0, 1e39j), (0, 0, "1")]:
    try:
        kinds(*wrong)
    except (TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__, error)
absolute, nine = engine.function("task")(array("f", [-1.5]))
print(absolute.tolist(), nine)
large = engine.function("large")
print(sum(large()[3999999] for _ in range(100)))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1000000)
try:
    engine.function("beside")
except asyncir.AsyncirError as error:
    print(error)
for call in [lambda: engine.function("both")(floats, -1)]:
    try:
        call()
    except asyncir.AsyncirError as error:
        print(error)
"#;

const OF_TENSORS: &str = "\
<asyncir function (tensor<?xf32>, index) -> (tensor<?xf32>, i64, tensor<?x2xi16>)>
[2.0, 4.0, 6.0] 7 [[0, 1], [1, 2], [2, 3]] 3 (3, 2)
[4.0, 8.0, 12.0] [(0,), (0, 2)]
[] f (0,)
[1.0, 1.0] [2.0, 1.0] [1.0, 1.0]
[1.0]
[(2.5, 'd'), (True, '?')]
[([15360, 49152], 'H'), ([[1.0, 2.0], [3.0, -4.0]], 'd')]
[16384, 50176]
[[1.0, -2.0], [3.0, 4.0]]
[[1.0, 1.0], [1.0, 1.0]]
<asyncir function (f16, bf16, complex<f32>) -> (f16, bf16, complex<f32>, !async.value<complex<f32>>)> (2.0, 1.0, (-3-4j), (1+2j)) \
(2.384185791015625e-07, -inf, (9+0j), (3-0j))
OverflowError argument 0 (f16): 65520.0 does not fit
OverflowError argument 1 (bf16): 3.4e+38 does not fit
OverflowError argument 2 (complex<f32>): 1e+39 does not fit
TypeError argument 2 (complex<f32>): must be a complex number, not str
[1.5] 9
100.0
True
function 'beside' cannot be called: it is (memref<2xf32>) -> (memref<2xf32>, tensor<2xf32>), but memref<2xf32>, \
tensor<2xf32> cannot be received; it can take numbers (i1, i8 to i64, index, f16, bf16, f32, f64, complex<f32>, \
complex<f64>), and memrefs and tensors of numbers, and give numbers, tensors, tokens and values of numbers; tensors neither beside \
memrefs, nor in programs that define malloc, aligned_alloc or free
the function gives a tensor of sizes [-1, 2], which no memory holds
";

const NUMPY: &str = r#"
import math
import asyncir
import numpy

PROGRAM = """
func.func @conjugate(%m: memref<?x?xcomplex<f32>, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?x?xcomplex<f32>, strided<[?, ?], offset: ?>>
  %k = memref.dim %m, %c1 : memref<?x?xcomplex<f32>, strided<[?, ?], offset: ?>>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %k) step (%c1, %c1) {
    %z = memref.load %m[%i, %j] : memref<?x?xcomplex<f32>, strided<[?, ?], offset: ?>>
    %conjugated = complex.conj %z : complex<f32>
    memref.store %conjugated, %m[%i, %j] : memref<?x?xcomplex<f32>, strided<[?, ?], offset: ?>>
  }
  return
}
func.func @twice(%m: memref<?xf16>) {
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c1] : memref<?xf16>
  %y = arith.addf %x, %x : f16
  memref.store %y, %m[%c1] : memref<?xf16>
  return
}
func.func @squares(%m: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
  %0 = linalg.mul ins(%m, %m : tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) outs(%m : tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  return %0 : tensor<?x?xcomplex<f32>>
}
"""
engine = asyncir.Engine(PROGRAM)
zs = numpy.array([[1 + 2j, 3 - 4j], [5j, 6]], dtype=numpy.complex64)
engine.function("conjugate")(zs.T[::-1, :1])
print(zs.tolist())
squares = numpy.asarray(engine.function("squares")(zs)).view(numpy.complex64)[..., 0]
print(squares.tolist(), squares.dtype, squares.base is not None)
again = engine.function("squares")(engine.function("squares")(zs))
print(numpy.allclose(numpy.asarray(again).view(numpy.complex64)[..., 0], (zs * zs) ** 2))
zs.setflags(write=False)
print(numpy.asarray(engine.function("squares")(zs)).shape)
halves = numpy.arange(0x10000, dtype=numpy.uint16)
numbers = numpy.array([asyncir._float_of_bits("f16", int(half)) for half in halves])
print(numpy.array_equal(numbers, halves.view(numpy.float16).astype(float), equal_nan=True))
print(all(math.isnan(x) or asyncir._bits("f16", x) == half for x, half in zip(numbers, halves)))
tops = numpy.arange(0x10000, dtype=numpy.uint32) << 16
with numpy.errstate(over="ignore", invalid="ignore"):
    for exact in (tops | 0x1000).view(numpy.float32), (tops | 0x8fff).view(numpy.float32):
        rounded = exact.astype(numpy.float16)
        fits = ~numpy.isinf(rounded) & ~numpy.isnan(exact)
        print(all(asyncir._bits("f16", float(x)) == y for x, y in zip(exact[fits], rounded[fits].view(numpy.uint16))))
    numbers = numpy.array([asyncir._float_of_bits("bf16", int(half)) for half in halves])
    print(numpy.array_equal(numbers, tops.view(numpy.float32).astype(float), equal_nan=True))
print(all(math.isnan(x) or asyncir._bits("bf16", x) == half for x, half in zip(numbers, halves)))
halves = numpy.array([0.5, 1.25, 3], dtype=numpy.float16)
engine.function("twice")(halves)
print(halves.tolist())
try:
    engine.function("twice")(halves[::2])
except TypeError as error:
    print(error)
"#;

const OF_NUMPY: &str = "\
[[(1-2j), (3+4j)], [5j, (6+0j)]]
[[(-3-4j), (-7+24j)], [(-25+0j), (36+0j)]] complex64 True
True
(2, 2, 2)
True
True
True
True
True
True
[0.5, 2.5, 3.0]
argument 0 (memref<?xf16>): the elements of a buffer must be contiguous, in row-major order
";

const CACHED: &str = r#"
import asyncir
engine = asyncir.Engine("func.func @seven() -> i32 { %c = arith.constant 7 : i32 return %c : i32 }", cache=True)
print(engine.backend, engine.function("seven")())
"#;

/// A task that nobody awaits runs on while another function is called: one with numbers alone does not wait for it. Options are
/// also bytes and paths.
const BESIDE_TASKS: &str = r#"
import ctypes, os, pathlib, time
import asyncir
PROGRAM = """
func.func private @usleep(i32) -> i32
func.func @start(%us: i32) {
  %t = async.execute {
    %0 = func.call @usleep(%us) : (i32) -> i32
    async.yield
  }
  return
}
async.func @twice(%x: i32) -> !async.value<i32> {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
"""
library = os.fsencode("libc.so.6")
engine = asyncir.Engine(PROGRAM, leaves_tasks=True, shared_lib=library)
asyncir.Engine(PROGRAM, leaves_tasks=True, shared_lib=pathlib.PurePath("libc.so.6"))
asyncir.Engine(PROGRAM, leaves_tasks=True, shared_lib=[library])
engine.function("start")(3_000_000)
begin = time.monotonic()
print(engine.function("twice")(4), time.monotonic() - begin < 2)
"#;

#[test]
fn functions_of_numbers_do_not_wait_for_tasks_of_others() {
    prints(&python(&["-c", BESIDE_TASKS]), "8 True\n");
}

/// The process has printed what cannot be written. That is no failure of a program, which prints nothing.
const HOST_PRINTS: &str = r#"
import ctypes, sys
import asyncir
engine = asyncir.Engine("func.func @same(%x: i32) -> i32 { return %x : i32 }")
same = engine.function("same")
libc = ctypes.CDLL(None)
libc.printf(b"lost")
print(same(1), file=sys.stderr)
libc.fflush(None)
print(same(2), libc.ferror(ctypes.c_void_p.in_dll(libc, "stdout")) != 0, file=sys.stderr)
"#;

#[test]
fn what_the_host_could_not_print_is_no_failure_of_a_call() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("/dev/full");
    let output = command(&["-c", HOST_PRINTS])
        .stdout(full)
        .output()
        .expect("Python starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "1\n2 True\n");
}

const LIBRARY: &str = "libasyncir_capi.so";

fn python(arguments: &[&str]) -> Output {
    command(arguments).output().expect("Python starts")
}

fn command(arguments: &[&str]) -> Command {
    let test = std::env::current_exe().expect("this test");
    let mut command = Command::new("python3");
    command
        .args(arguments)
        .env("ASYNCIR_CAPI", test.with_file_name(LIBRARY))
        .env("PYTHONPATH", folder())
        .env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

fn folder() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    folder.display().to_string()
}

#[track_caller]
fn prints(output: &Output, expected: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{errors}");
    assert!(output.status.success(), "{errors}");
}

#[test]
fn the_example_runs() {
    prints(&python(&[&format!("{}/example.py", folder())]), EXAMPLE);
}

/// Slices of arrays, and elements that only NumPy has. `cargo xtask test` runs it if NumPy is installed, and tells if not.
#[test]
#[ignore = "needs NumPy"]
fn arrays_of_numpy_are_passed() {
    prints(&python(&["-c", NUMPY]), OF_NUMPY);
}

#[test]
fn tensors_are_returned() {
    prints(&python(&["-c", TENSORS]), OF_TENSORS);
}

#[test]
fn forked_processes_have_workers() {
    prints(
        &python(&["-c", FORK]),
        "parent True\nchild True True\nstatus 0 parent True\n",
    );
}

/// Python is the program that runs, and the library another file: code of another build of it is not that of this one.
#[test]
fn cached_code_is_that_of_the_library() {
    let kept = tempfile::tempdir().expect("a folder");
    let library = std::env::current_exe().expect("this test").with_file_name(LIBRARY);
    let other = kept.path().join(LIBRARY);
    std::fs::copy(&library, &other).expect("there is space");
    let folder = kept.path().join("cache");
    let entries_after = |library: &Path| {
        let mut command = command(&["-c", CACHED]);
        command.env("ASYNCIR_CAPI", library).env("ASYNCIR_CACHE_DIR", &folder);
        command.env_remove("ASYNCIR_CACHE_SIZE");
        prints(&command.output().expect("Python starts"), "llvm 7\n");
        std::fs::read_dir(&folder).expect("it is there").count()
    };
    let with_one = entries_after(&library);
    assert!(with_one > 0 && entries_after(&library) == with_one);
    assert!(entries_after(&other) > with_one);
}

#[test]
fn wrong_arguments_are_refused() {
    prints(&python(&["-c", REFUSALS]), REFUSED);
}
