//! What the interface has beyond MLIR's.

use std::alloc::Layout;
use std::ffi::{c_char, c_void};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use super::{AnyObject, any_object, complete, group_of, object_of};
use crate::error::{Failure, TaskError};
use crate::group;
use crate::local;
use crate::memory;
use crate::misuse::Misuse;
use crate::object::{self, Kind, Object};
use crate::program_failure;
use crate::runtime::Runtime;
use crate::scheduler::{self, ResumeFn, Task};
use crate::state::Outcome;
use crate::token::RawToken;
use crate::value::RawValue;

/// As [`mlirAsyncRuntimeCreateValue`](super::mlirAsyncRuntimeCreateValue), with an alignment (a power of two) for payloads that need
/// more.
#[unsafe(no_mangle)]
pub extern "C" fn asyncirRuntimeCreateValue(size: i64, alignment: i64) -> AnyObject {
    RawValue::create(size, Some(alignment))
        .unwrap_or_else(|misuse| misuse.abort())
        .as_ptr()
        .cast()
}

/// Adds a value to a group and returns its rank.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeAddValueToGroup(value: AnyObject, group: AnyObject) -> i64 {
    // SAFETY: see the module.
    unsafe { group::add_member(&group_of(group), object_of(value, Kind::Value)) }
}

/// # Safety
/// `text` points to `length` bytes, or is null, or `length` is not positive.
pub(super) unsafe fn text(text: *const c_char, length: i64) -> Option<Box<str>> {
    let length = usize::try_from(length)
        .ok()
        .filter(|&length| length > 0 && !text.is_null())?;
    // SAFETY: passed on to the caller.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    Some(String::from_utf8_lossy(bytes).into())
}

/// # Safety
/// As for [`text`], twice.
unsafe fn failure(
    message: *const c_char,
    message_length: i64,
    location: *const c_char,
    location_length: i64,
) -> Option<Arc<Failure>> {
    // SAFETY: passed on to the caller.
    let (message, location) = unsafe { (text(message, message_length), text(location, location_length)) };
    if message.is_none() && location.is_none() {
        return None;
    }
    let failure = Failure { message, location };
    Some(Arc::new(failure))
}

/// As [`mlirAsyncRuntimeSetTokenError`](super::mlirAsyncRuntimeSetTokenError), with a message of
/// `length` bytes, which is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeSetTokenErrorMessage(token: AnyObject, text: *const c_char, length: i64) {
    // SAFETY: see the module; the text is the caller's promise.
    unsafe { asyncirRuntimeSetTokenErrorAt(token, text, length, ptr::null(), 0) }
}

/// As [`mlirAsyncRuntimeSetValueError`](super::mlirAsyncRuntimeSetValueError), with a message of
/// `length` bytes, which is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeSetValueErrorMessage(value: AnyObject, text: *const c_char, length: i64) {
    // SAFETY: see the module; the text is the caller's promise.
    unsafe { asyncirRuntimeSetValueErrorAt(value, text, length, ptr::null(), 0) }
}

/// Makes a token an error with a message and the place in the program where it arose, and drops its
/// task's reference. Both texts are copied; either may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeSetTokenErrorAt(
    token: AnyObject,
    message: *const c_char,
    message_length: i64,
    location: *const c_char,
    location_length: i64,
) {
    // SAFETY: see the module; the texts are the caller's promise.
    unsafe {
        let failure = failure(message, message_length, location, location_length);
        complete(token, Kind::Token, Outcome::Error, failure);
    }
}

/// As [`asyncirRuntimeSetTokenErrorAt`], for a value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeSetValueErrorAt(
    value: AnyObject,
    message: *const c_char,
    message_length: i64,
    location: *const c_char,
    location_length: i64,
) {
    // SAFETY: see the module; the texts are the caller's promise.
    unsafe {
        let failure = failure(message, message_length, location, location_length);
        complete(value, Kind::Value, Outcome::Error, failure);
    }
}

/// # Safety
/// As for [`any_object`].
pub(super) unsafe fn failure_of(object: AnyObject) -> Option<Arc<Failure>> {
    // SAFETY: passed on to the caller.
    unsafe {
        let any = any_object(object).as_ref();
        match any.kind() {
            Kind::Group => group_of(object).failure(),
            Kind::Token | Kind::Value => any.failure(),
        }
    }
}

/// Makes a token or value an error because `cause`, a complete token, value or group, is one, and drops its task's
/// reference. What is known of the error of `cause` is known of this one, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeForwardError(cause: AnyObject, object: AnyObject) {
    // SAFETY: see the module.
    unsafe {
        let failure = failure_of(cause);
        object::complete_and_drop(any_object(object), Outcome::Error, failure).unwrap_or_else(Misuse::report);
    }
}

/// # Safety
/// As for [`any_object`].
unsafe fn is_error(object: AnyObject) -> bool {
    // SAFETY: passed on to the caller.
    unsafe {
        let any = any_object(object).as_ref();
        match any.kind() {
            Kind::Group => group_of(object).has_error(),
            Kind::Token | Kind::Value => any.outcome() == Some(Outcome::Error),
        }
    }
}

/// Returns if a complete token, value or group is available. If it is an error, gives up as
/// [`asyncirRuntimeFail`] does, with its message, or with the text given here if it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn asyncirRuntimeCheck(object: AnyObject, message: *const c_char, length: i64) {
    // SAFETY: see the module; the text is the caller's promise.
    let message = unsafe {
        if !is_error(object) {
            return;
        }
        match failure_of(object) {
            Some(failure) => TaskError::from(failure).to_string(),
            None => text(message, length).unwrap_or_default().into(),
        }
    };
    program_failure::fail(&message)
}

/// Gives up with a message: whoever called the program by [`catch_failure`](crate::catch_failure) gets the error;
/// if nobody did, or a task of the program makes the call, the process ends with exit code 1.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn asyncirRuntimeFail(message: *const c_char, length: i64) -> ! {
    // SAFETY: the text is the caller's promise.
    let message = unsafe { text(message, length) }.unwrap_or_default();
    program_failure::fail(&message)
}

/// Hands a text to C.
///
/// # Safety
/// `length` is null or may be written to.
unsafe fn give(text: Option<&str>, length: *mut i64) -> *const c_char {
    let (address, bytes) = text.map_or((ptr::null(), 0), |text| (text.as_ptr(), text.len()));
    if !length.is_null() {
        // SAFETY: the caller's promise.
        unsafe { length.write(bytes as i64) };
    }
    address.cast()
}

/// The message of a complete object in error, of a group that of the failed member with the lowest
/// rank, or null. Its length goes to `length`; it is not terminated by a zero byte. It stays valid
/// as long as the object does.
///
/// # Safety
/// As for all functions, and `length` is null or may be written to. Nobody reads the text when the object is gone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeErrorMessage(object: AnyObject, length: *mut i64) -> *const c_char {
    // SAFETY: see the module. The object keeps the failure, which does not change any more once the
    // object is complete.
    unsafe {
        let failure = failure_of(object);
        give(failure.as_ref().and_then(|failure| failure.message.as_deref()), length)
    }
}

/// As [`asyncirRuntimeErrorMessage`], for the place in the program where the error arose.
///
/// # Safety
/// As for all functions, and `length` is null or may be written to. Nobody reads the text when the object is gone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeErrorLocation(object: AnyObject, length: *mut i64) -> *const c_char {
    // SAFETY: as for the message.
    unsafe {
        let failure = failure_of(object);
        give(failure.as_ref().and_then(|failure| failure.location.as_deref()), length)
    }
}

/// The layout of a coroutine frame. Compiled code passes sizes and alignments that LLVM computed.
fn frame_layout(size: i64, alignment: i64) -> Layout {
    let bad = Misuse::BadLayout { size, alignment };
    let layout = usize::try_from(size.max(1)).ok().zip(usize::try_from(alignment).ok());
    match layout.map(|(size, alignment)| Layout::from_size_align(size, alignment)) {
        Some(Ok(layout)) if size >= 0 => layout,
        _ => bad.abort(),
    }
}

/// Allocates a coroutine frame of `size` bytes from the calling thread's pool. The alignment is a power
/// of two.
#[unsafe(no_mangle)]
pub extern "C" fn asyncirRuntimeAllocateFrame(size: i64, alignment: i64) -> *mut c_void {
    let layout = frame_layout(size, alignment);
    local::with(|local| memory::allocate(local, layout)).as_ptr().cast()
}

/// Frees a frame that [`asyncirRuntimeAllocateFrame`] made with the same size and alignment, on any
/// thread. A null pointer is left alone.
///
/// # Safety
/// The frame is null or one that was made so and is not freed yet, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeFreeFrame(frame: *mut c_void, size: i64, alignment: i64) {
    if let Some(frame) = NonNull::new(frame.cast::<u8>()) {
        // SAFETY: the caller's promise.
        local::with(|local| unsafe { memory::free(local, frame, frame_layout(size, alignment)) });
    }
}

/// Makes a pending token with two references, and behind it a coroutine frame of `size` bytes at a multiple of
/// `alignment`, in one block from the calling thread's pool. Returns the frame; the token is the 64 bytes in front of it.
///
/// The alignment is a power of two up to 64, the size is at most 16,000; values of the task may have a part of it
/// ([`asyncirRuntimeAddTaskValue`]). Completing the token drops no reference: the
/// task's own one is dropped by [`asyncirRuntimeFreeTask`].
#[unsafe(no_mangle)]
pub extern "C" fn asyncirRuntimeCreateTask(size: i64, alignment: i64) -> *mut c_void {
    let frame = frame_layout(size, alignment);
    local::with(|local| {
        let Some(token) = RawToken::create_with_frame(local, frame) else {
            Misuse::BadLayout { size, alignment }.abort()
        };
        // SAFETY: just created, with room for the frame.
        unsafe {
            local.recent.set(token.cast::<Object>().as_ref().key());
            RawToken::behind(token).as_ptr().cast()
        }
    })
}

/// Makes a pending value with a payload of `size` bytes part of a task that [`asyncirRuntimeCreateTask`] made, `offset`
/// bytes behind its frame. There it takes 48 bytes, rounded up to the payload's alignment, and the payload; the
/// alignment is the largest power of two that divides the size, at least 8 and at most 64. The offset is a multiple of
/// that and at most 1976. Values are added in the order in which they stand, before anybody else has the task's token.
///
/// It has one reference, the creator's; completing it drops none. All of the task goes with the last reference to the
/// token and to its values, and the task's own.
///
/// # Safety
/// The frame was made so, its token is not known to anybody else yet, and the frame does not reach to `offset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeAddTaskValue(frame: *mut c_void, offset: i64, size: i64) -> AnyObject {
    // SAFETY: the caller's promise.
    let value = unsafe {
        let token = token_of_frame(NonNull::new(frame.cast()));
        let payload = RawValue::payload(size, 1).zip(usize::try_from(offset).ok());
        let added = |(payload, offset)| local::with(|local| RawToken::add_value(local, token.cast(), offset, payload));
        payload.and_then(added)
    };
    let Some(value) = value else {
        Misuse::NoPlace { size, offset }.abort()
    };
    value.as_ptr().cast()
}

/// The token of the task with this frame.
///
/// # Safety
/// `frame` is null or one that [`asyncirRuntimeCreateTask`] made.
unsafe fn token_of_frame(frame: Option<NonNull<u8>>) -> NonNull<Object> {
    let Some(frame) = frame else {
        Misuse::Null { expected: "frame" }.abort()
    };
    // SAFETY: the caller's promise.
    let token = unsafe { RawToken::in_front_of(frame) };
    // SAFETY: as above.
    if cfg!(debug_assertions) && !unsafe { token.as_ref() }.is_in_task() {
        Misuse::NoFrame.abort();
    }
    token
}

/// Drops the reference of a frame that [`asyncirRuntimeCreateTask`] made to its token, on any thread. The frame is not
/// used any more. A null pointer is left alone.
///
/// # Safety
/// The frame is null or one that was made so and is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeFreeTask(frame: *mut c_void) {
    if frame.is_null() {
        return;
    }
    // SAFETY: the caller's promise.
    unsafe {
        let token = token_of_frame(NonNull::new(frame.cast()));
        object::drop_references(token, 1).unwrap_or_else(Misuse::report);
    }
}

/// Whether a coroutine that is about to await a token, value or group may go on without being suspended: it
/// is complete, and the coroutine has not gone on so often that others should get a turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeIsReady(object: AnyObject) -> bool {
    // SAFETY: see the module.
    let object = unsafe { any_object(object).as_ref() };
    object.outcome().is_some() && scheduler::may_go_on()
}

/// Hint: on any worker, as [`mlirAsyncRuntimeExecute`](super::mlirAsyncRuntimeExecute) does.
pub const ASYNCIR_HINT_ANYWHERE: i32 = 0;
/// Hint: on this thread, right after what it runs now, with what is in its caches.
pub const ASYNCIR_HINT_NEXT: i32 = 1;
/// Hint: behind everything that is queued now.
pub const ASYNCIR_HINT_LAST: i32 = 2;

/// As [`mlirAsyncRuntimeExecute`](super::mlirAsyncRuntimeExecute), with a hint where to resume the
/// coroutine. Hints that are not known count as [`ASYNCIR_HINT_ANYWHERE`].
///
/// # Safety
/// `resume(handle)` may be called once, on any thread, from now on: the caller hands the coroutine over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeExecuteWithHint(handle: *mut c_void, resume: ResumeFn, hint: i32) {
    let key = local::with(|local| local.recent.replace(0));
    // SAFETY: the caller hands the coroutine over.
    let task = unsafe { Task::new(resume, handle) }.with_key(key);
    match hint {
        ASYNCIR_HINT_NEXT => scheduler::schedule_next(task),
        ASYNCIR_HINT_LAST => scheduler::schedule_last(task),
        _ => scheduler::schedule(task),
    }
}

/// Waits until no task of the global runtime is queued or running. Returns false, at once, if a
/// task makes the call.
#[unsafe(no_mangle)]
pub extern "C" fn asyncirRuntimeQuiesce() -> bool {
    Runtime::global().quiesce().is_ok()
}

/// Waits like [`asyncirRuntimeQuiesce`], then joins the global runtime's threads. A later task
/// starts new ones.
#[unsafe(no_mangle)]
pub extern "C" fn asyncirRuntimeShutdown() -> bool {
    Runtime::global().shutdown().is_ok()
}
