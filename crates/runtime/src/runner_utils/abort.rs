//! The end of a program that gives up, such as by a failed assertion.

use super::stream;
use crate::symbol::{SymbolAddress, symbol_table};

/// Ends the process with exit code 1. C's `abort` would lose what the program printed before, the message of a failed
/// assertion among it, for it does not flush.
#[unsafe(export_name = "asyncir_utils_abort")]
extern "C" fn abort() -> ! {
    stream::flush_stdout();
    stream::write_stderr(b"error: the program aborted\n");
    // SAFETY: ends the process at once; finalisers of C and Rust could wait for tasks that never end.
    unsafe { libc::_exit(1) }
}

pub(super) fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    symbol_table![abort]
}
