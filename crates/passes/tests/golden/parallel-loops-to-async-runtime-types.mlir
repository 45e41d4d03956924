// RUN: --parallel-loops-to-async-runtime
// Unlike MLIR: it has no such pass.

// Memory has no elements of these types, in which the parts of the loop would be kept until they are combined.
func.func @last(%n: index, %pair: tuple<i32, i32>, %number: !llvm.struct<(i32, f32)>) -> (tuple<i32, i32>, !llvm.struct<(i32, f32)>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%pair, %number) -> (tuple<i32, i32>, !llvm.struct<(i32, f32)>) {
    scf.reduce (%pair, %number : tuple<i32, i32>, !llvm.struct<(i32, f32)>) {
    ^bb0(%a: tuple<i32, i32>, %b: tuple<i32, i32>):
      scf.reduce.return %b : tuple<i32, i32>
    }, {
    ^bb0(%a: !llvm.struct<(i32, f32)>, %b: !llvm.struct<(i32, f32)>):
      scf.reduce.return %b : !llvm.struct<(i32, f32)>
    }
  }
  return %r#0, %r#1 : tuple<i32, i32>, !llvm.struct<(i32, f32)>
}
