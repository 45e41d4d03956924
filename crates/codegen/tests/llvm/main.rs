//! LLVM IR text to running code. These tests need libLLVM and fail without it.

#![allow(unsafe_code, reason = "calling compiled code is unsafe")]

mod compile;
mod coroutines;
mod errors;
mod jit;

use asyncir_codegen::llvm::Error;
use asyncir_codegen::llvm::{CompileOptions, Jit, OptLevel, compile_to_jit};
use asyncir_codegen::run::Code as _;

const LEVELS: [OptLevel; 4] = [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3];

fn at(opt_level: OptLevel) -> CompileOptions {
    CompileOptions {
        opt_level,
        ..CompileOptions::default()
    }
}

/// Compiles modules and loads them, with nothing but the process to link to.
#[track_caller]
fn load(irs: &[&str], opt_level: OptLevel) -> Jit {
    // SAFETY: there are no symbols and no libraries.
    unsafe { compile_to_jit(irs, &at(opt_level), &[], &[]) }.unwrap()
}

/// Checks that `@main` of the module returns `expected` at every level.
#[track_caller]
fn check_main(ir: &str, expected: i32) {
    for level in LEVELS {
        // SAFETY: the tests' programs are sound and define `main` without parameters.
        let result = unsafe { call::<i32>(&load(&[ir], level), "main") };
        assert_eq!(result.unwrap(), expected, "at {level:?}");
    }
}

/// Runs static initialisers, then calls a function without parameters.
///
/// # Safety
/// The function has this result, and it is sound to run it and the initialisers.
unsafe fn call<R>(code: &Jit, name: &str) -> Result<R, Error> {
    // SAFETY: the caller vouches for initialisers and function.
    unsafe {
        code.initialize()?;
        let function = std::mem::transmute::<*const (), extern "C" fn() -> R>(code.lookup(name)?);
        Ok(function())
    }
}
