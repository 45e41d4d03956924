// RUN: --cse --loop-invariant-code-motion
// Unlike MLIR: each op makes a group of its own, however often it is executed.

func.func @two(%t: !async.token, %size: index) {
  %0 = async.create_group %size : !async.group
  %1 = async.create_group %size : !async.group
  %2 = async.add_to_group %t, %0 : !async.token
  %3 = async.add_to_group %t, %1 : !async.token
  async.await_all %0
  async.await_all %1
  return
}

func.func @loop(%t: !async.token, %size: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %size step %c1 {
    %0 = async.create_group %c1 : !async.group
    %1 = async.add_to_group %t, %0 : !async.token
    async.await_all %0
  }
  return
}
