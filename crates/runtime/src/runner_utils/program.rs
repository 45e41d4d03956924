//! The beginning and the end of a program that was built ahead of time.

use std::ffi::c_int;

use super::{flush_output, os_message, stream};
use crate::runtime::Runtime;
use crate::stuck::{StuckWait, report_stuck_waits};

/// What the entry point of a program returns, as `asyncir build` numbers it.
const NOTHING: u32 = 0;
const I32: u32 = 1;
const I64: u32 = 2;
const F32: u32 = 3;
const U64: u32 = 4;
const BOOL: u32 = 5;
const F64: u32 = 6;

/// Begins a program as `asyncir run` does: waits that seem to have no end are reported.
#[unsafe(export_name = "asyncir_program_begin")]
extern "C" fn begin() {
    warn_of_stuck_waits();
}

/// Prints a warning on standard error when the program [seems to wait for ever](report_stuck_waits), after what it has
/// printed so far.
pub fn warn_of_stuck_waits() {
    report_stuck_waits(warn);
}

fn warn(wait: &StuckWait) {
    // If the output is lost, the end of the program says so.
    let _ = stream::try_flush_stdout();
    stream::write_stderr(format!("warning: {wait}\n").as_bytes());
}

/// Ends a program as `asyncir run` does when the entry point has returned: waits for all tasks, writes out what was
/// printed, prints the result, which is the low bits of `bits`, and gives the exit code.
#[unsafe(export_name = "asyncir_program_end")]
extern "C" fn end(result: u32, bits: u64) -> c_int {
    // Only a task of the runtime itself could not wait, and `main` is none.
    let _ = Runtime::global().quiesce();
    if let Some(text) = result_text(result, bits) {
        stream::write_stdout(text.as_bytes());
    }
    let written = flush_output();
    let _ = Runtime::global().shutdown();
    match written {
        Ok(()) => 0,
        Err(error) => {
            let reason = os_message(&error);
            stream::write_stderr(format!("error: cannot write to standard output: {reason}\n").as_bytes());
            1
        }
    }
}

/// The line that shows a result.
fn result_text(result: u32, bits: u64) -> Option<String> {
    match result {
        I32 => Some(format!("{}\n", bits as u32 as i32)),
        I64 => Some(format!("{}\n", bits as i64)),
        U64 => Some(format!("{bits}\n")),
        F32 => Some(format!("{:?}\n", f32::from_bits(bits as u32))),
        BOOL => Some(format!("{:?}\n", bits & 1 == 1)),
        F64 => Some(format!("{:?}\n", f64::from_bits(bits))),
        _ => {
            debug_assert_eq!(result, NOTHING, "`asyncir build` knows no other number");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_shown_as_the_command_shows_them() {
        assert_eq!(result_text(NOTHING, 5), None);
        assert_eq!(result_text(I32, u64::from(u32::MAX)).as_deref(), Some("-1\n"));
        assert_eq!(result_text(I64, u64::MAX).as_deref(), Some("-1\n"));
        assert_eq!(result_text(U64, u64::MAX).as_deref(), Some("18446744073709551615\n"));
        assert_eq!(result_text(F32, u64::from(1.5f32.to_bits())).as_deref(), Some("1.5\n"));
        assert_eq!(result_text(F64, 0.1f64.to_bits()).as_deref(), Some("0.1\n"));
        assert_eq!(result_text(BOOL, 1).as_deref(), Some("true\n"));
    }
}
