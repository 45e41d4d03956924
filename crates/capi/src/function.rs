//! Functions of compiled programs.

use std::ffi::{CString, c_char, c_void};

use asyncir::OwnedFunction;

use crate::message::guard;

/// A function of an engine.
#[derive(Debug)]
pub struct AsyncirFunction {
    name: String,
    /// The text of its type.
    signature: CString,
    function: OwnedFunction,
}

impl AsyncirFunction {
    pub(crate) fn new(name: &str, function: OwnedFunction) -> Self {
        let signature = CString::new(function.signature().to_string()).unwrap_or_default();
        Self {
            name: name.to_owned(),
            signature,
            function,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// The type of a function, such as `(f32, memref<?xf32>) -> (i32)`. The text lives as long as the function. Null for null.
///
/// # Safety
/// The function is null, or its engine was not destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirFunctionSignature(function: *const AsyncirFunction) -> *const c_char {
    // SAFETY: the caller vouches for it.
    let function = unsafe { function.as_ref() };
    function.map_or(std::ptr::null(), |function| function.signature.as_ptr())
}

/// Calls a function with pointers to its arguments, and then to places for its results. Gives whether it succeeded.
///
/// # Safety
/// The engine of the function was not destroyed, `pointers` has `count` elements that lead to what
/// [`Function::call_packed`](asyncir::Function::call_packed) says, and `error` is null or a place for a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirFunctionInvokePacked(
    function: *const AsyncirFunction,
    pointers: *const *mut c_void,
    count: usize,
    error: *mut *mut c_char,
) -> bool {
    let work = || {
        // SAFETY: the caller vouches for it.
        let function = unsafe { function.as_ref() }.ok_or("the function is null")?;
        let pointers = match (pointers.is_null(), count) {
            (_, 0) => &[],
            (true, _) => return Err("the list of pointers is null".to_owned()),
            // SAFETY: the caller vouches for the list.
            (false, count) => unsafe { std::slice::from_raw_parts(pointers, count) },
        };
        // SAFETY: the caller vouches for what the pointers lead to.
        let called = unsafe { function.function.as_function().call_packed(pointers) };
        called.map(|()| true).map_err(|error| error.to_string())
    };
    // SAFETY: the caller vouches for the place.
    unsafe { guard(error, false, work) }
}
