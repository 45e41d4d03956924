//! C's standard streams.

use libc::FILE;

unsafe extern "C" {
    #[cfg_attr(target_vendor = "apple", link_name = "__stdoutp")]
    static stdout: *mut FILE;
    #[cfg_attr(target_vendor = "apple", link_name = "__stderrp")]
    static stderr: *mut FILE;
}

fn write(bytes: &[u8], stream: *mut FILE) {
    // SAFETY: the streams are open for the life of the process. A failed write is as silent as in
    // MLIR.
    unsafe { libc::fwrite(bytes.as_ptr().cast(), 1, bytes.len(), stream) };
}

pub(super) fn write_stdout(bytes: &[u8]) {
    // SAFETY: reading the pointer that the C library set up.
    write(bytes, unsafe { stdout });
}

pub(super) fn write_stderr(bytes: &[u8]) {
    // SAFETY: reading the pointer that the C library set up.
    write(bytes, unsafe { stderr });
}

/// Writes out what was printed; what cannot be written stays an error of the stream.
pub(super) fn flush_stdout() {
    let _ = try_flush_stdout();
}

pub(super) fn try_flush_stdout() -> std::io::Result<()> {
    // SAFETY: the stream is open for the life of the process.
    if unsafe { libc::fflush(stdout) } != 0 {
        return Err(std::io::Error::last_os_error());
    }
    // SAFETY: as above.
    if unsafe { libc::ferror(stdout) } != 0 {
        return Err(std::io::Error::other("some of the output is lost"));
    }
    Ok(())
}

/// Whether something that was printed is not written yet; `None` where the C library does not say.
pub(super) fn is_stdout_pending() -> Option<bool> {
    #[cfg(target_os = "linux")]
    {
        unsafe extern "C" {
            fn __fpending(stream: *mut libc::FILE) -> usize;
        }
        // SAFETY: the stream is open for the life of the process. Its lock is not taken, so that nobody has to wait for
        // another thread that prints; then the number may be an earlier one.
        Some(unsafe { __fpending(stdout) } > 0)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Whether something could not be written.
pub(super) fn has_stdout_failed() -> bool {
    #[cfg(target_os = "linux")]
    {
        unsafe extern "C" {
            fn ferror_unlocked(stream: *mut libc::FILE) -> libc::c_int;
        }
        // SAFETY: as above.
        unsafe { ferror_unlocked(stdout) != 0 }
    }
    #[cfg(not(target_os = "linux"))]
    // SAFETY: as above.
    unsafe {
        libc::ferror(stdout) != 0
    }
}

/// Forgets that something could not be written.
pub(super) fn clear_stdout_error() {
    // SAFETY: the stream is open for the life of the process.
    unsafe { libc::clearerr(stdout) };
}
