// RUN: --async-func-to-async-runtime=error-messages=true --async-to-async-runtime=error-messages=true --convert-async-to-llvm
// Failed assertions keep their message and their place. (MLIR refuses the option.)

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

// Unlike MLIR: MLIR has no option for messages.
