// RUN: --mlir-print-debuginfo --mlir-print-local-scope --convert-async-to-llvm

module {
  func.func @f() {
    %id = async.coro.id loc("id")
    %h = async.coro.begin %id loc("begin")
    async.runtime.resume %h loc("resume")
    async.coro.free %id, %h loc("free")
    async.coro.end %h loc("end")
    return
  }
} loc("module")
