// RUN: --async-func-to-async-runtime=error-messages=true --async-to-async-runtime=error-messages=true --async-runtime-ref-counting --convert-async-to-llvm --convert-cf-to-llvm=error-messages=true
// Failed assertions keep their message and their place, and those who await a failed task get them. (MLIR refuses the
// option.)

async.func @function(%ok: i1) -> !async.value<i32> {
  %c = arith.constant 1 : i32
  cf.assert %ok, "of a function"
  return %c : i32
}

func.func @task(%a: i1, %b: i1) {
  %t = async.execute {
    cf.assert %a, "the first"
    cf.assert %b, ""
    async.yield
  }
  return
}

func.func @tasks(%ok: i1, %value: !async.value<f32>, %group: !async.group) -> !async.token {
  %t = async.execute (%value as %v : !async.value<f32>) {
    async.await_all %group
    async.yield
  }
  return %t : !async.token
}

func.func @blocking(%token: !async.token, %value: !async.value<f32>, %group: !async.group) -> f32 {
  async.await %token : !async.token
  %v = async.await %value : !async.value<f32>
  async.await_all %group
  return %v : f32
}

func.func @no_task(%ok: i1) {
  cf.assert %ok, "outside of tasks"
  return
}

// Unlike MLIR: MLIR has no option for messages.
