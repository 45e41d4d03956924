//! The functions with which MLIR's test programs print, copy, measure time and draw random numbers.
//!
//! They behave as those of MLIR's `c_runner_utils`, `runner_utils` and `float16_utils` libraries
//! (headers `CRunnerUtils.h`, `RunnerUtils.h`, `Float16bits.h`), down to the bytes they print; only
//! a memref with an empty dimension, of which MLIR prints an element that is not there, prints as
//! `[]`. Output goes to C's standard streams, so that it keeps its place among what the compiled
//! program prints by `printf` or `puts`.
//!
//! The libraries export them under names of their own, with [`EXPORT_PREFIX`] in front: next to MLIR's libraries,
//! or C's `abort`, the plain names would clash. A JIT takes them from [`symbols`], programs built ahead of time call
//! the prefixed names. All require what their MLIR counterparts require of their arguments: descriptors that describe
//! memory which is there.

#![allow(non_snake_case, reason = "the names are MLIR's")]

mod abort;
mod bfloat;
mod element;
mod memory;
mod memref;
mod print;
mod print_memref;
mod program;
mod random;
mod stream;
mod verify;

use std::sync::OnceLock;

pub(crate) use abort::end_process;

use crate::symbol::SymbolAddress;

/// What the name of each function starts with in the libraries.
pub const EXPORT_PREFIX: &str = "asyncir_utils_";

/// Writes out what programs have printed so far to C's standard output.
///
/// # Errors
/// If it cannot be written, or something before could not: the disk is full, the reader is gone.
pub fn flush_output() -> std::io::Result<()> {
    // Said once; the next program starts anew.
    stream::try_flush_stdout().inspect_err(|_| stream::clear_stdout_error())
}

/// All functions with their addresses, for a JIT to define as absolute symbols.
pub fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    static TABLE: OnceLock<Vec<(&'static str, SymbolAddress)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        [
            print::symbols(),
            print_memref::symbols(),
            verify::symbols(),
            memory::symbols(),
            random::symbols(),
            abort::symbols(),
            bfloat::symbols(),
        ]
        .concat()
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = super::symbols().iter().map(|(name, _)| *name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.contains(&"printMemrefF32") && names.contains(&"_mlir_ciface_printMemrefF32"));
    }
}
