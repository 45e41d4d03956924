// RUN: --remove-dead-values
// Unlike MLIR: it lets tasks wait for poison, and takes the results of async functions to be what they return.
// MLIR 22 cannot lower tokens that loops carry.

func.func private @use(f32)

// A task waits for its operands, whether it uses them or not.
func.func @task(%v: !async.value<f32>, %t: !async.token) -> !async.token {
  %0, %1:2 = async.execute [%t] (%v as %x: !async.value<f32>) -> (!async.value<f32>, !async.value<f32>) {
    %3 = arith.constant 1.0 : f32
    func.call @use(%3) : (f32) -> ()
    async.yield %3, %x : f32, f32
  }
  %2 = async.await %1#0 : !async.value<f32>
  func.call @use(%2) : (f32) -> ()
  return %0 : !async.token
}

// Results of async functions stay if there is a token, or if otherwise none would be left.
async.func private @token(%x: i32, %y: i32) -> (!async.token, !async.value<i32>) {
  return %y : i32
}
async.func private @one(%x: i32, %y: i32) -> !async.value<i32> {
  return %y : i32
}
async.func private @two(%x: i32, %y: i32) -> (!async.value<i32>, !async.value<i32>) {
  return %y, %x : i32, i32
}
func.func @calls(%a: i32) -> i32 {
  %0, %1 = async.call @token(%a, %a) : (i32, i32) -> (!async.token, !async.value<i32>)
  %2 = async.call @one(%a, %a) : (i32, i32) -> !async.value<i32>
  %3:2 = async.call @two(%a, %a) : (i32, i32) -> (!async.value<i32>, !async.value<i32>)
  async.await %0 : !async.token
  %4 = async.await %3#1 : !async.value<i32>
  return %4 : i32
}

// References are counted wherever they go.
func.func @carried(%n: index, %t: !async.token) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> !async.token {
    func.call @use(%f) : (f32) -> ()
    %1 = async.execute {
      func.call @use(%f) : (f32) -> ()
      async.yield
    }
    scf.yield %1 : !async.token
  }
  return
}
