// RUN: --async-propagate-errors --async-to-async-runtime=error-messages=true --async-runtime-ref-counting --convert-scf-to-cf --convert-async-to-llvm
// Unlike MLIR: it has no such pass.
// MLIR refuses these ops, which only asyncir's runtime can lower.
// The failure goes from an awaited value through a function to the token and the value of a task.
func.func private @waits(%v: !async.value<f32>) -> (f32, !async.value<f32>) {
  %x = async.await %v : !async.value<f32>
  return %x, %v : f32, !async.value<f32>
}
func.func @of_awaits(%v: !async.value<f32>) -> !async.value<f32> {
  %token, %value = async.execute -> !async.value<f32> {
    %x:2 = func.call @waits(%v) : (!async.value<f32>) -> (f32, !async.value<f32>)
    async.yield %x#0 : f32
  }
  return %value : !async.value<f32>
}

// Outside of tasks the program ends.
func.func private @range(%begin: index, %end: index) {
  %fine = arith.cmpi ne, %begin, %end : index
  cf.assert %fine, "empty"
  return
}
func.func @of_a_loop(%n: index) {
  async.runtime.parallel_for @range(%n, %n)
  return
}
