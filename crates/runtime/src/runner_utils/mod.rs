//! The utility functions with which MLIR's test programs print, copy memory, measure time and draw random numbers.
//!
//! They behave like the functions of MLIR's `c_runner_utils`, `runner_utils` and `float16_utils`
//! libraries (headers `CRunnerUtils.h`, `RunnerUtils.h`, `Float16bits.h`), and print the same bytes.
//! There is one exception: a memref with an empty dimension prints as `[]`, where MLIR prints an element
//! that does not exist. Output goes to C's standard streams, so it keeps its order with the output of
//! the compiled program's own calls of `printf` or `puts`.
//!
//! The libraries export these functions with [`EXPORT_PREFIX`] in front of their names, because the plain names would
//! clash with those of MLIR's libraries and with C's `abort`. A JIT takes the functions from [`symbols`]. Programs that are
//! compiled ahead of time call the prefixed names. As in MLIR, memref descriptors that are passed must describe valid
//! memory.

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
mod small_float;
mod stream;
mod verify;

use std::sync::OnceLock;

pub(crate) use abort::end_process;
pub use program::warn_of_stuck_waits;

use crate::symbol::SymbolAddress;

/// The prefix that the libraries put in front of the name of each function.
pub const EXPORT_PREFIX: &str = "asyncir_utils_";

/// Flushes C's standard output, to which programs print.
///
/// # Errors
/// If this output, or earlier output, could not be written, for example because the disk is full or the pipe is closed.
pub fn flush_output() -> std::io::Result<()> {
    // Said once; the next program starts anew.
    stream::try_flush_stdout().inspect_err(|_| stream::clear_stdout_error())
}

/// C's standard output before a program runs, which tells what the program prints from what its host has printed.
#[derive(Clone, Copy, Debug)]
pub struct OutputMark {
    /// Whether the host has printed something that is not written yet.
    is_pending: bool,
    /// Whether something of the host's could not be written.
    has_failed: bool,
}

impl OutputMark {
    /// The output as it is now.
    #[must_use]
    pub fn now() -> Self {
        Self {
            is_pending: stream::is_stdout_pending().unwrap_or(false),
            has_failed: stream::has_stdout_failed(),
        }
    }

    /// Flushes what was printed since then.
    ///
    /// # Errors
    /// If it could not be written. What the host has printed is not judged: if some of that was not written either, the error
    /// of the stream stays, for the host to see.
    pub fn flush(self) -> std::io::Result<()> {
        let has_printed = stream::is_stdout_pending().unwrap_or(true) || stream::has_stdout_failed();
        if !has_printed {
            return Ok(());
        }
        if self.is_pending || self.has_failed {
            stream::flush_stdout();
            return Ok(());
        }
        flush_output()
    }
}

/// The operating system's message of an error, without the number that Rust puts behind it.
pub fn os_message(error: &std::io::Error) -> String {
    let mut text = error.to_string();
    text.truncate(text.find(" (os error").unwrap_or(text.len()));
    text
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
