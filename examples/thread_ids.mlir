// Prints the thread of the main function and of two tasks; the output differs from run to run.

func.func private @mlirAsyncRuntimePrintCurrentThreadId()

func.func @main() {
  call @mlirAsyncRuntimePrintCurrentThreadId() : () -> ()
  %outer = async.execute {
    func.call @mlirAsyncRuntimePrintCurrentThreadId() : () -> ()
    %inner = async.execute {
      func.call @mlirAsyncRuntimePrintCurrentThreadId() : () -> ()
      async.yield
    }
    async.await %inner : !async.token
    async.yield
  }
  async.await %outer : !async.token
  return
}
