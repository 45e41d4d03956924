//! The message of a failed assertion, and its place, reach the token of the task.

use asyncir::{Engine, EngineOptions, Source, context, parse};

/// `main` gives the length of the message that the token of a failed task has.
fn program(message: &str) -> String {
    format!(
        "func.func private @asyncirRuntimeErrorMessage(!async.token, !llvm.ptr) -> !llvm.ptr
func.func @main() -> i64 {{
  %one = arith.constant 1 : i64
  %length = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %no = arith.constant false
  %t = async.execute {{
    cf.assert %no, \"{message}\"
    async.yield
  }}
  async.runtime.await %t : !async.token
  %text = call @asyncirRuntimeErrorMessage(%t, %length) : (!async.token, !llvm.ptr) -> !llvm.ptr
  %result = llvm.load %length : !llvm.ptr -> i64
  return %result : i64
}}
"
    )
}

#[test]
fn a_failed_assertion_tells_what_and_where() {
    for message in ["boom", "a longer message"] {
        let ctx = context();
        let mut module = parse(&ctx, &Source::new("program.mlir", program(message))).expect("a valid program");
        let engine = Engine::compile(&ctx, &mut module, &EngineOptions::default()).expect("it can be compiled");
        let expected = format!("program.mlir:7:5: {message}").len() as i64;
        assert_eq!(engine.call_i64("main").expect("it runs"), expected);
    }
}
