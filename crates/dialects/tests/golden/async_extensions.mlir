// MLIR refuses these ops, which only asyncir's runtime can lower.

func.func @forward_error(%token: !async.token, %value: !async.value<f32>, %group: !async.group) {
  async.runtime.forward_error %group to %token : !async.group, !async.token
  async.runtime.forward_error %token to %value {a} : !async.token, !async.value<f32>
  return
}

func.func @check(%token: !async.token, %value: !async.value<f32>, %group: !async.group) {
  async.runtime.check %token, "file.mlir:1:2: why" : !async.token
  async.runtime.check %value, "" {a = 1 : i32} : !async.value<f32>
  async.runtime.check %group, "\22" : !async.group
  return
}

func.func @failures(%token: !async.token, %value: !async.value<f32>, %group: !async.group) {
  %0 = async.runtime.failure "file.mlir:1:2: why"
  async.runtime.forward_failure %0 to %token, %value : !async.token, !async.value<f32>
  %1 = async.runtime.failure_of %group, "unknown" {a} : !async.group
  async.runtime.forward_failure %1 {a}
  %2 = async.runtime.failure_of %token, "" : !async.token
  async.runtime.raise %2 {a}
  return
}

func.func private @scale_range(%begin: index, %end: index, %m: memref<?xf32>, %x: f32)
func.func private @test_range(%begin: index, %end: index) -> i64

func.func @over_ranges(%n: index, %first: index, %m: memref<?xf32>, %x: f32) {
  async.runtime.parallel_for @scale_range(%n, %first) args(%m, %x : memref<?xf32>, f32)
  %token = async.runtime.parallel_for @scale_range(%n, %first) args(%m, %x : memref<?xf32>, f32) {grain = 4 : i64, workers = 2 : i64} : !async.token
  async.await %token : !async.token
  return
}

func.func @failure_of_range(%n: index, %first: index) -> i64 {
  %0 = async.runtime.parallel_for @test_range(%n, %first) : i64
  return %0 : i64
}
