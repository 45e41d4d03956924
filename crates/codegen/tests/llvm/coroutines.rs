//! Coroutines are split by LLVM at every level, and what cannot be split is an error, not an abort.

use asyncir_codegen::llvm::{Error, LeftoverIntrinsic, Llvm, compile_to_object};

use crate::{LEVELS, at, check_main};

/// Writes 1 to the cell, suspends, writes 2 when resumed. `main` returns what it saw before and after: 12.
fn coroutine(attributes: &str) -> String {
    // The result, which nothing uses, went away with LLVM 22.
    let result = if Llvm::get().unwrap().version().major < 22 {
        "i1"
    } else {
        "void"
    };
    format!(
        "
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare {result} @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @writer(ptr %cell) {attributes} {{
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)
  store i32 1, ptr %cell
  %how = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %how, label %suspended [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  store i32 2, ptr %cell
  br label %cleanup
cleanup:
  %owned = call ptr @llvm.coro.free(token %id, ptr %frame)
  call void @free(ptr %owned)
  br label %suspended
suspended:
  call {result} @llvm.coro.end(ptr %frame, i1 false, token none)
  ret ptr %frame
}}

define void @resume(ptr %frame) noinline {{
  call void @llvm.coro.resume(ptr %frame)
  ret void
}}

define i32 @main() {{
  %cell = alloca i32
  %frame = call ptr @writer(ptr %cell)
  %before = load i32, ptr %cell
  call void @resume(ptr %frame)
  %after = load i32, ptr %cell
  %tens = mul i32 %before, 10
  %both = add i32 %tens, %after
  ret i32 %both
}}"
    )
}

#[test]
fn a_coroutine_suspends_and_resumes_at_every_level() {
    check_main(&coroutine("presplitcoroutine"), 12);
}

#[test]
fn a_coroutine_without_the_attribute_is_an_error() {
    for level in LEVELS {
        let error = compile_to_object(&coroutine(""), &at(level)).unwrap_err();
        assert_eq!(
            error,
            Error::MissingPresplit {
                functions: vec!["writer".to_owned()]
            },
            "at {level:?}"
        );
    }
}

#[test]
fn an_intrinsic_that_is_left_behind_is_an_error() {
    let ir = "
declare i8 @llvm.coro.suspend(token, i1)
define i8 @stray() {
  %how = call i8 @llvm.coro.suspend(token none, i1 false)
  ret i8 %how
}";
    for level in LEVELS {
        let error = compile_to_object(ir, &at(level)).unwrap_err();
        let leftover = LeftoverIntrinsic {
            intrinsic: "llvm.coro.suspend".into(),
            function: "stray".into(),
        };
        assert_eq!(error, Error::LeftoverIntrinsics(vec![leftover]), "at {level:?}");
    }
}
