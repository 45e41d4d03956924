//! The end of a program that gives up, such as by a failed assertion.

use super::stream;
use crate::symbol::{SymbolAddress, symbol_table};
use crate::trace;

/// Ends the process with exit code 1. C's `abort` would lose what the program printed before, the message of a failed
/// assertion among it, for it does not flush.
#[unsafe(export_name = "asyncir_utils_abort")]
extern "C" fn abort() -> ! {
    end_process("the program aborted")
}

/// Ends the process with a message and exit code 1, after what the program printed before.
pub(crate) fn end_process(message: &str) -> ! {
    stream::flush_stdout();
    stream::write_stderr(format!("error: {message}\n").as_bytes());
    trace::finish();
    // SAFETY: ends the process at once; finalisers of C and Rust could wait for tasks that never end.
    unsafe { libc::_exit(1) }
}

pub(super) fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    symbol_table![abort]
}
