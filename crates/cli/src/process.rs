//! What a process inherits from its parent, and what the tools make of it: standard output, and signals.

#![allow(
    unsafe_code,
    reason = "C's functions for signals and descriptors, and code that runs before Rust opens standard output"
)]

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the process started.
static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether there is no standard output to write to, as in a shell's `asyncir opt file >&-`.
pub fn is_stdout_closed() -> bool {
    STDOUT_WAS_CLOSED.load(Ordering::Relaxed)
}

/// Looks at standard output. Rust's runtime opens `/dev/null` in the place of a closed one before `main`, so this must come
/// earlier.
#[cfg(unix)]
extern "C" fn look_at_stdout() {
    // SAFETY: `fcntl` with `F_GETFD` only reads the flags of a descriptor, which need not be open.
    let is_closed = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1;
    STDOUT_WAS_CLOSED.store(is_closed, Ordering::Relaxed);
}

// SAFETY: the loader calls the functions of this section before `main`. This one needs nothing that must be set up first.
#[cfg(unix)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK_AT_STDOUT: extern "C" fn() = look_at_stdout;

/// Prepares the process for any tool: a file that grows beyond the limit of the process is an error of writing, and does not
/// end the process.
pub fn begin() {
    #[cfg(unix)]
    // SAFETY: ignoring a signal runs no code when it arrives, and no other thread runs yet.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Prepares the process for a program that writes to standard output itself: a reader that goes away ends the process, as it
/// ends other programs, a standard output that is closed is an error of the program's functions that print, and a crash says
/// what it was. `checks_accesses` is whether the program checks its accesses of memory itself.
#[cfg_attr(not(unix), allow(unused_variables, reason = "what crashes is reported on Unix"))]
pub fn begin_program(checks_accesses: bool) {
    #[cfg(unix)]
    crate::crash::report_crashes(checks_accesses);
    #[cfg(unix)]
    // SAFETY: the default action of a signal runs no code of this process. Descriptor 1 was closed when the process started,
    // so nothing in it needs what was opened in its place.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        if is_stdout_closed() {
            let nothing = libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
            if nothing >= 0 {
                libc::dup2(nothing, libc::STDOUT_FILENO);
                libc::close(nothing);
            }
        }
    }
}

/// What C code writes to standard error while `run` does: meant for the time before there are other threads that write.
/// It may be no more than a pipe holds.
#[cfg(unix)]
pub fn standard_error_of(run: impl FnOnce()) -> String {
    use std::io::Read as _;
    use std::os::fd::AsRawFd as _;

    let Ok((mut reader, writer)) = std::io::pipe() else {
        run();
        return String::new();
    };
    // SAFETY: these calls only change which file descriptor 2 is, and `kept` closes nothing that is used elsewhere.
    let kept = unsafe {
        let kept = libc::dup(libc::STDERR_FILENO);
        libc::dup2(writer.as_raw_fd(), libc::STDERR_FILENO);
        kept
    };
    drop(writer);
    run();
    // SAFETY: as above. It closes the last end that writes into the pipe.
    unsafe {
        libc::dup2(kept, libc::STDERR_FILENO);
        libc::close(kept);
    }
    let mut text = Vec::new();
    let _ = reader.read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Nothing is known of what C code writes elsewhere.
#[cfg(not(unix))]
pub fn standard_error_of(run: impl FnOnce()) -> String {
    run();
    String::new()
}
