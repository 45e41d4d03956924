//! Failures, which functions of a program return when an assertion fails in them. So the error reaches the code that awaits
//! the task or the loop that called the function.
//!
//! A failure is a number that is not zero. It has one owner, which gives it away once: by returning it, or by passing it to
//! [`asyncirRuntimeRaise`] or [`asyncirRuntimeDropFailure`].

use std::ffi::c_char;
use std::mem::ManuallyDrop;
use std::sync::Arc;

use super::extensions::{failure_of, text};
use super::{AnyObject, any_object};
use crate::error::{Failure, from_handle, into_handle};
use crate::head::Outcome;
use crate::misuse::Misuse;
use crate::object;
use crate::program_failure;

/// Makes a failure with a message of `length` bytes, which is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeMakeFailure(message: *const c_char, length: i64) -> i64 {
    // SAFETY: the text is the caller's promise.
    let message = unsafe { text(message, length) };
    into_handle(Arc::new(Failure::of_program(message)))
}

/// The failure of a complete token, value or group that is an error. If its error has no message, a new failure with
/// `message` is made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeFailureOf(object: AnyObject, message: *const c_char, length: i64) -> i64 {
    // SAFETY: see the module around this one; the text is the caller's promise.
    unsafe {
        match failure_of(object) {
            Some(failure) => into_handle(failure),
            None => asyncirRuntimeMakeFailure(message, length),
        }
    }
}

/// Makes a token or value an error with this failure, and drops its task's reference. The caller still owns the failure.
///
/// # Safety
/// The rules for all functions hold. The caller must own `failure`, which must not be zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeSetErrorOf(object: AnyObject, failure: i64) {
    // SAFETY: see the module around this one; the caller keeps the reference that the failure stands for.
    unsafe {
        let failure = ManuallyDrop::new(from_handle(failure));
        object::complete_and_drop(any_object(object), Outcome::Error, Some(Arc::clone(&failure)))
            .unwrap_or_else(Misuse::report);
    }
}

/// Frees a failure. Zero is none.
///
/// # Safety
/// `failure` must be zero, or the caller must own it and must not use it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeDropFailure(failure: i64) {
    if failure != 0 {
        // SAFETY: the caller gives the failure away.
        drop(unsafe { from_handle(failure) });
    }
}

/// Returns if `failure` is zero. Otherwise the program fails with it, as [`asyncirRuntimeFail`](super::asyncirRuntimeFail)
/// does with a message.
///
/// # Safety
/// `failure` must be zero, or the caller must own it and must not use it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn asyncirRuntimeRaise(failure: i64) {
    if failure == 0 {
        return;
    }
    // SAFETY: the caller gives the failure away.
    let failure = unsafe { from_handle(failure) };
    program_failure::fail(failure.into())
}
