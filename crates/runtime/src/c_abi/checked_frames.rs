//! Functions for checked coroutine frames, which find invalid uses of frames.

use std::ffi::{c_char, c_void};

use super::extensions::text;
use crate::checked_frame::{Description, Frame};

/// Allocates a checked frame for the coroutine of this name. The header `asyncir_runtime.h` describes the contents of the
/// table. Name and table are copied.
///
/// # Safety
/// The name must be a text of the given length, and the table must be as long as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeAllocateCheckedFrame(
    name: *const c_char,
    name_length: i64,
    table: *const i64,
) -> *mut c_void {
    // SAFETY: the name and the table are the caller's promise.
    let description = unsafe {
        let name = text(name, name_length).unwrap_or_default();
        Description::read(name, table)
    };
    Frame::allocate(description).address()
}

/// Checks a frame before its coroutine is suspended at `point`, and fills the slots that are not live there with a pattern.
/// All values that are live across the suspension must be stored already, and no other thread may be able to resume the
/// coroutine yet.
///
/// # Safety
/// The memory before the address must be readable, as it is before every frame. If the address is not that of a frame in
/// use, the process ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeSuspendCheckedFrame(frame: *mut c_void, point: i64) {
    // SAFETY: frames are what is checked.
    unsafe { Frame::at(frame).suspend(usize::try_from(point).unwrap_or(usize::MAX)) }
}

/// Checks the frame of a coroutine that is resumed or destroyed.
///
/// # Safety
/// The memory before the address must be readable, as it is before every frame. If the address is not that of a frame in
/// use, the process ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeResumeCheckedFrame(frame: *mut c_void) {
    // SAFETY: frames are what is checked.
    unsafe { Frame::at(frame).resume() }
}

/// Frees a frame that [`asyncirRuntimeAllocateCheckedFrame`] allocated. A null pointer is ignored.
///
/// # Safety
/// The address must be null, or the memory before it must be readable, as it is before every frame. If the address is not
/// that of a frame in use, the process ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeFreeCheckedFrame(frame: *mut c_void) {
    if !frame.is_null() {
        // SAFETY: frames are what is checked.
        unsafe { Frame::at(frame).free() }
    }
}
