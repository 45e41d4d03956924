//! Words on standard error. A program goes on, or ends as it was about to, if nobody can read them.

use std::fmt;
use std::io::{self, Write};

/// Writes a line. Unlike `eprintln!`, it does not panic if standard error is closed, or on a full disk.
pub(crate) fn report(message: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "asyncir-runtime: {message}");
}

/// Ends the process with a line: there is no way to carry on.
pub(crate) fn abort(message: fmt::Arguments<'_>) -> ! {
    report(message);
    std::process::abort();
}
