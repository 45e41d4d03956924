//! Text that crosses the interface, and errors.

use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The version of the library, such as `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn asyncirVersion() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero byte"),
    };
    VERSION.as_ptr()
}

/// Frees a text that a function of this library gave. Null is allowed.
///
/// # Safety
/// A function of this library gave the text, and it was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirFreeText(text: *mut c_char) {
    // SAFETY: `to_c` allocated it.
    unsafe { libc::free(text.cast::<c_void>()) }
}

/// A copy of a text for the caller, who frees it with [`asyncirFreeText`]; null if there is no memory. Zero bytes, which would
/// end the text, become spaces.
pub(crate) fn to_c(text: &str) -> *mut c_char {
    // SAFETY: the memory has room for the bytes and a zero byte behind them.
    unsafe {
        let copy = libc::malloc(text.len() + 1).cast::<u8>();
        if !copy.is_null() {
            for (place, byte) in text.bytes().enumerate() {
                copy.add(place).write(if byte == 0 { b' ' } else { byte });
            }
            copy.add(text.len()).write(0);
        }
        copy.cast()
    }
}

/// The text at a pointer.
///
/// # Errors
/// If the pointer is null, or the text is not UTF-8. `what` names it.
///
/// # Safety
/// The pointer is null, or leads to a text that ends with a zero byte and stays as it is for `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, String> {
    if pointer.is_null() {
        return Err(format!("{what} is null"));
    }
    // SAFETY: the caller vouches for a text.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| format!("{what} is not UTF-8"))
}

/// The bytes at a pointer.
///
/// # Errors
/// If the pointer is null, although there are some.
///
/// # Safety
/// `length` bytes can be read at `pointer`, and stay as they are for `'a`.
pub(crate) unsafe fn bytes<'a>(pointer: *const c_char, length: usize) -> Result<&'a [u8], String> {
    match (pointer.is_null(), length) {
        (_, 0) => Ok(&[]),
        (true, _) => Err("the program is null".to_owned()),
        // SAFETY: the caller vouches for the bytes.
        (false, length) => Ok(unsafe { std::slice::from_raw_parts(pointer.cast(), length) }),
    }
}

/// What some work gives. Where it fails or panics, the message is put where `error` leads to, and `failed` is given.
///
/// # Safety
/// `error` is null, or a message can be put there.
pub(crate) unsafe fn guard<T>(error: *mut *mut c_char, failed: T, work: impl FnOnce() -> Result<T, String>) -> T {
    let message = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => return value,
        Ok(Err(message)) => message,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            format!("defect in asyncir: {}", text.unwrap_or("a panic"))
        }
    };
    if !error.is_null() {
        // SAFETY: the caller vouches for the place.
        unsafe { error.write(to_c(&message)) };
    }
    failed
}
