//! What a user sees when a program does what the processor refuses: a line that says what it was, before the process ends as
//! it would have ended without it.

#![allow(unsafe_code, reason = "signal handlers are functions of C")]

use std::mem::zeroed;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use libc::{c_int, c_void, sigaction, siginfo_t};

/// A signal that the processor's refusals raise.
struct Crash {
    signal: c_int,
    /// The line that is printed, but for its end.
    message: &'static str,
    /// Whether [`ADVICE`] belongs to it.
    is_access: bool,
    /// What is done about the signal after that, as without [`report_crashes`].
    before: OnceLock<sigaction>,
}

impl Crash {
    const fn new(signal: c_int, message: &'static str) -> Self {
        let before = OnceLock::new();
        Self {
            signal,
            message,
            is_access: false,
            before,
        }
    }

    /// A crash because of memory.
    const fn access(signal: c_int, message: &'static str) -> Self {
        let mut crash = Self::new(signal, message);
        crash.is_access = true;
        crash
    }
}

static CRASHES: [Crash; 5] = [
    Crash::access(
        libc::SIGSEGV,
        "error: the program accessed memory that is not its own, or its stack was full (SIGSEGV)",
    ),
    Crash::access(
        libc::SIGBUS,
        "error: the program accessed memory that is not there, or not at such an address (SIGBUS)",
    ),
    Crash::new(
        libc::SIGFPE,
        "error: the program divided an integer by zero, or the quotient did not fit in its type (SIGFPE)",
    ),
    Crash::new(
        libc::SIGILL,
        "error: the program reached a trap, or code that it said cannot be reached; with Cranelift, a division of an integer \
         by zero is a trap, too (SIGILL)",
    ),
    Crash::new(libc::SIGTRAP, "error: the program reached a trap (SIGTRAP)"),
];

/// How to find out more about an access, for programs that do not check theirs.
const ADVICE: &str =
    "; asyncir run --runtime-verification finds accesses that are out of bounds, and allocations that fail";

/// What is said of an access close to the address zero.
const NEAR_NULL: &str = "; the address is close to zero: perhaps memory could not be allocated";

/// How close that is.
const FIRST_PAGES: usize = 1 << 16;

/// No memory is mapped at the address.
const SEGV_MAPERR: c_int = 1;

static CHECKS_ACCESSES: AtomicBool = AtomicBool::new(false);

/// From now on, prints a line when a signal of the processor is about to end the process. `checks_accesses` is whether the
/// program does so before that.
pub fn report_crashes(checks_accesses: bool) {
    CHECKS_ACCESSES.store(checks_accesses, Ordering::Relaxed);
    for crash in &CRASHES {
        // SAFETY: all zeros are an action without flags and with an empty mask. The handler calls only functions that are
        // allowed in one, on the stack that Rust gives each of its threads for that.
        unsafe {
            let mut before: sigaction = zeroed();
            libc::sigaction(crash.signal, null(), &raw mut before);
            if crash.before.set(before).is_ok() {
                let mut action: sigaction = zeroed();
                action.sa_sigaction = report as *const () as usize;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigaction(crash.signal, &raw const action, null_mut());
            }
        }
    }
}

/// Prints the line of a signal, and lets happen what would have happened before [`report_crashes`]. The signal comes again when
/// the instruction is executed again; then Rust's runtime tells a full stack from other causes, or the process ends.
extern "C" fn report(signal: c_int, info: *mut siginfo_t, _: *mut c_void) {
    let Some(crash) = CRASHES.iter().find(|crash| crash.signal == signal) else {
        return;
    };
    let advises = crash.is_access && !CHECKS_ACCESSES.load(Ordering::Relaxed);
    // SAFETY: the system passes a valid description of the signal.
    let (code, address) = unsafe { ((*info).si_code, (*info).si_addr().addr()) };
    // Other codes come without an address.
    let is_near_null = signal == libc::SIGSEGV && code == SEGV_MAPERR && address < FIRST_PAGES;
    let cause = if is_near_null { NEAR_NULL } else { "" };
    let parts = [crash.message, cause, if advises { ADVICE } else { "" }, "\n"];
    // SAFETY: `write`, `sigaction` and `raise` are allowed in signal handlers, and reading a cell that is set only loads from it.
    unsafe {
        for part in parts {
            libc::write(libc::STDERR_FILENO, part.as_ptr().cast(), part.len());
        }
        let before = crash.before.get().map_or(null(), std::ptr::from_ref);
        libc::sigaction(signal, before, null_mut());
        // What another process sent does not come again, nor does a trap, which lies before the next instruction.
        let is_sent = code <= 0;
        if is_sent || signal == libc::SIGTRAP {
            libc::raise(signal);
        }
    }
}
