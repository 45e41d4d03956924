//! Running a compiled program's entry point.

#![allow(
    unsafe_code,
    reason = "calling code that was just generated cannot be checked by the compiler"
)]

use crate::llvm::{EntryPoint, EntryValue, Error, Jit};

/// Calls an entry point without parameters of a program that is trusted.
///
/// The program is trusted like a shared library that one opens: it runs in this process with all its rights, and what
/// it does wrong (a store out of bounds) is not caught. Verify modules before you compile them, and do not run programs
/// of strangers. `settle` is called when the entry point has returned and must not return before all tasks that the
/// program started have ended. A program that unwinds has settled before.
///
/// # Errors
/// If the symbol, or one that it refers to, is not found.
pub fn run_trusted(jit: &Jit, name: &str, entry: EntryPoint, settle: impl FnOnce()) -> Result<EntryValue, Error> {
    // SAFETY: the program is trusted by contract, its signature was checked by the caller against the module, and
    // `settle` waits for what it started before the JIT can be dropped.
    let result = unsafe { jit.call_entry(name, entry) };
    settle();
    result
}
