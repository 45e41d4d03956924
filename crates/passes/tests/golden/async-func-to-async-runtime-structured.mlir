// RUN: --async-func-to-async-runtime

// Tasks that structured ops start need no branches in the function that starts them, whatever they await.

async.func @starts(%condition: i1, %size: index, %before: !async.token) -> !async.token {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.if %condition {
    %token = async.execute {
      async.await %before : !async.token
      async.yield
    }
  }
  scf.parallel (%i) = (%zero) to (%size) step (%one) {
    %token = async.execute {
      cf.assert %condition, "of the task"
      async.yield
    }
    %called = async.call @starts(%condition, %i, %token) : (i1, index, !async.token) -> !async.token
    scf.reduce
  }
  async.return
}
