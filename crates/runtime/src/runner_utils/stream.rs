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

pub(super) fn flush_stdout() {
    // SAFETY: the stream is open for the life of the process.
    unsafe { libc::fflush(stdout) };
}
