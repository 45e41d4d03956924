//! Text across the C boundary: Rust strings in, LLVM's messages out (and freed).

use std::ffi::{CStr, CString, c_char};

use super::api::{self, ErrorInfo};
use super::library::Llvm;
use crate::error::Error;

/// Text for LLVM, which ends at a NUL byte.
pub(super) fn c_string(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::InvalidName(text.to_owned()))
}

impl Llvm {
    /// Takes a message that the C API says to free with `LLVMDisposeMessage`. Null reads as empty.
    ///
    /// # Safety
    /// `message` is null or such a message, and is not used afterwards.
    pub(super) unsafe fn take_message(&self, message: *mut c_char) -> String {
        if message.is_null() {
            return String::new();
        }
        // SAFETY: not null, so a NUL-terminated string by the caller's word.
        let text = unsafe { CStr::from_ptr(message) }
            .to_string_lossy()
            .trim_end()
            .to_owned();
        // SAFETY: the caller hands over the message; the text was copied out.
        unsafe { (self.api.LLVMDisposeMessage)(message) };
        text
    }

    /// Turns an `LLVMErrorRef` into a result: null is success, otherwise the message.
    ///
    /// # Safety
    /// `error` is null or an error not yet consumed, and is not used afterwards.
    pub(super) unsafe fn check(&self, error: *mut ErrorInfo) -> Result<(), String> {
        if error.is_null() {
            return Ok(());
        }
        // SAFETY: an error not yet consumed; this consumes it and returns an owned message.
        let message = unsafe { (self.api.LLVMGetErrorMessage)(error) };
        // SAFETY: `LLVMGetErrorMessage` never returns null and its text ends with NUL.
        let text = unsafe { CStr::from_ptr(message) }
            .to_string_lossy()
            .trim_end()
            .to_owned();
        // SAFETY: the message is owned here and was copied out.
        unsafe { (self.api.LLVMDisposeErrorMessage)(message) };
        Err(text)
    }

    /// The name of a value.
    ///
    /// # Safety
    /// `value` is a live value.
    pub(super) unsafe fn value_name(&self, value: *mut api::Value) -> String {
        let mut length = 0;
        // SAFETY: a live value by the caller's word; the length is written before the call returns.
        let start = unsafe { (self.api.LLVMGetValueName2)(value, &raw mut length) };
        // SAFETY: LLVM gave start and length of the name, which lives as long as the value.
        let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
        String::from_utf8_lossy(bytes).into_owned()
    }
}
