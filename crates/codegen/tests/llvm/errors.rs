//! Bad input gives errors that say where and what; the process goes on.

use std::process::Command;

use asyncir_codegen::llvm::{CompileOptions, Error, Llvm, OptLevel, compile_to_object};

use crate::{at, call, load};

#[track_caller]
fn error_of(ir: &str) -> Error {
    compile_to_object(ir, &CompileOptions::default()).unwrap_err()
}

#[test]
fn ill_formed_text_names_the_line() {
    let error = error_of("define i32 @f() {\n  ret i32 %nothing\n}");
    assert!(matches!(error, Error::Parse(_)));
    let message = error.to_string();
    assert!(
        message.contains("module.ll:2:11: error: use of undefined value '%nothing'"),
        "{message}"
    );
}

#[test]
fn a_module_that_does_not_verify_says_why() {
    // The parser takes a branch to the entry block; the verifier does not.
    let error = error_of("define void @f() {\nentry:\n  br label %entry\n}");
    assert!(matches!(error, Error::Verify(_)), "{error}");
    assert!(
        error
            .to_string()
            .contains("Entry block to function must not have predecessors"),
        "{error}"
    );
}

#[test]
fn broken_inline_assembly_is_an_error() {
    let error = error_of("define void @f() {\n  call void asm sideeffect \"nosuchinstruction\", \"\"()\n  ret void\n}");
    assert!(matches!(error, Error::Emit(_)), "{error}");
}

/// An instruction of another architecture: LLVM's instruction selection ends the process, unless kept from it.
#[test]
fn what_llvm_cannot_select_is_an_error() {
    let intrinsic = if cfg!(target_arch = "x86_64") {
        "llvm.aarch64.isb"
    } else {
        "llvm.x86.sse2.clflush"
    };
    let parameter = if cfg!(target_arch = "x86_64") { "i32" } else { "ptr" };
    let ir = format!(
        "declare void @{intrinsic}({parameter})
         define void @f({parameter} %x) {{
           call void @{intrinsic}({parameter} {})
           ret void
         }}",
        if cfg!(target_arch = "x86_64") { "15" } else { "%x" },
    );
    let error = compile_to_object(&ir, &at(OptLevel::O2)).unwrap_err();
    assert!(matches!(error, Error::Fatal(_)), "{error}");
    // LLVM still works afterwards.
    // SAFETY: a sound function without parameters.
    let result = unsafe { call::<i32>(&load(&["define i32 @main() { ret i32 7 }"], OptLevel::O2), "main") };
    assert_eq!(result, Ok(7));
}

/// Run by `a_missing_library_is_an_error` in a process of its own, where the variable names no library.
#[test]
#[ignore = "started by another test"]
fn with_bogus_library() {
    let message = Llvm::get().unwrap_err().to_string();
    assert!(message.contains("apt-get install libllvm22"), "{message}");
    assert!(message.contains("/nonexistent/libLLVM.so"), "{message}");
    assert!(matches!(
        error_of("define void @f() { ret void }"),
        Error::LibraryNotFound { .. }
    ));
}

#[test]
fn a_missing_library_is_an_error() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "errors::with_bogus_library", "--ignored"])
        .env("ASYNCIR_LIBLLVM", "/nonexistent/libLLVM.so")
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}");
}
