//! The functions that MLIR's interface does not have.

use std::alloc::Layout;
use std::ffi::{c_char, c_void};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use super::{AnyObject, any_object, complete, function, group_of, object_of, task_of};
use crate::error::Failure;
use crate::group;
use crate::head::Outcome;
use crate::local;
use crate::memory;
use crate::misuse::Misuse;
use crate::object::{self, Kind, Object};
use crate::program_failure;
use crate::runtime::Runtime;
use crate::scheduler::{self, ResumeFn};
use crate::token::RawToken;
use crate::value::RawValue;

/// Does the same as [`mlirAsyncRuntimeCreateValue`](super::mlirAsyncRuntimeCreateValue), for payloads that need the given
/// alignment, which is a power of two.
#[unsafe(no_mangle)]
pub extern "C" fn asyncirRuntimeCreateValue(size: i64, alignment: i64) -> AnyObject {
    RawValue::create(size, Some(alignment))
        .unwrap_or_else(|misuse| misuse.abort())
        .as_ptr()
        .cast()
}

/// A pending value whose payload is a pointer to a token, value or group, or null, as it is first. What is stored there comes
/// with a reference, which is dropped together with the value.
#[unsafe(no_mangle)]
pub extern "C" fn asyncirRuntimeCreateValueOfObject() -> AnyObject {
    RawValue::create_of_object().as_ptr().cast()
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
    Some(Arc::new(match location {
        None => Failure::of_program(message),
        location => Failure::at(location, message),
    }))
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

/// Makes a token an error with a message and a location in the program, and drops its task's reference.
/// Both texts are copied. Either may be null.
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
    unsafe { any_object(object).as_ref() }.failure()
}

/// Makes a token or value an error because `cause` is one, and drops its task's reference. `cause` is a complete token,
/// value or group. Its message and location become those of the new error.
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

/// Returns if a complete token, value or group is available. If it is an error, the program fails, as with
/// [`asyncirRuntimeFail`]. The message is that of the error, or `message` if the error has none.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn asyncirRuntimeCheck(object: AnyObject, message: *const c_char, length: i64) {
    // SAFETY: see the module; the text is the caller's promise.
    let failure = unsafe {
        if !is_error(object) {
            return;
        }
        failure_of(object).unwrap_or_else(|| Arc::new(Failure::of_program(text(message, length))))
    };
    program_failure::fail(failure.into())
}

/// Makes the program fail with a message. If the program was called by [`catch_failure`](crate::catch_failure), that call
/// returns the error. If it was not, or if a task of the program makes the call, the process ends with exit code 1.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn asyncirRuntimeFail(message: *const c_char, length: i64) -> ! {
    // SAFETY: the text is the caller's promise.
    let failure = Failure::of_program(unsafe { text(message, length) });
    program_failure::fail(Arc::new(failure).into())
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

/// The message of a complete object that is an error, or null if there is none. The message of a group is
/// that of its failed member with the lowest rank, among those that have one. The length is stored to
/// `length`; the text does not end with a zero byte. The text is valid as long as the object is.
///
/// # Safety
/// The rules for all functions hold. `length` must be null or writable. The text must not be read after the object is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeErrorMessage(object: AnyObject, length: *mut i64) -> *const c_char {
    // SAFETY: see the module. The object keeps the failure, which does not change any more once the
    // object is complete.
    unsafe {
        let failure = failure_of(object);
        give(failure.as_ref().and_then(|failure| failure.message.as_deref()), length)
    }
}

/// Does the same as [`asyncirRuntimeErrorMessage`], for the location in the program where the error occurred.
///
/// # Safety
/// The rules for all functions hold. `length` must be null or writable. The text must not be read after the object is freed.
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

/// Frees a frame that [`asyncirRuntimeAllocateFrame`] allocated, possibly on another thread. Size and
/// alignment must be the same. A null pointer is ignored.
///
/// # Safety
/// The frame must be null, or must have been allocated by [`asyncirRuntimeAllocateFrame`] and not be freed yet. No other
/// code may use it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeFreeFrame(frame: *mut c_void, size: i64, alignment: i64) {
    if let Some(frame) = NonNull::new(frame.cast::<u8>()) {
        // SAFETY: the caller's promise.
        local::with(|local| unsafe { memory::free(local, frame, frame_layout(size, alignment)) });
    }
}

/// Allocates a task: a pending token with two references, followed by a coroutine frame of `size` bytes at a multiple of
/// `alignment`. Both are one block from the calling thread's pool. Returns the frame. The token is the 64 bytes before the
/// frame.
///
/// The alignment is a power of two up to 64, and the size is at most 16,000. A part of the size may be used for values of
/// the task ([`asyncirRuntimeAddTaskValue`]). Completing the token drops no reference: [`asyncirRuntimeFreeTask`] drops the
/// task's own reference.
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

/// Makes a pending value with a payload of `size` bytes inside a task that [`asyncirRuntimeCreateTask`] allocated, `offset`
/// bytes after the start of its frame. The value takes 48 bytes, rounded up to the payload's alignment, and then the
/// payload. This alignment is the largest power of two that divides the size, but at least 8 and at most 64. The offset is a
/// multiple of the alignment, and at most 1976. Values must be added in the order of their offsets, before the task's token
/// is passed to other code.
///
/// The value has one reference, which belongs to the creator. Completing the value drops no reference. The block of the task
/// is freed when the last reference to the token and to the values, and the task's own reference, are dropped.
///
/// # Safety
/// [`asyncirRuntimeCreateTask`] must have made the frame. Its token must not be known to other code yet, and the frame
/// must end before `offset`.
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

/// Drops the task's own reference to its token, on any thread. [`asyncirRuntimeCreateTask`] made the frame, which must not
/// be used any more. A null pointer is ignored.
///
/// # Safety
/// The frame must be null, or must have been made by [`asyncirRuntimeCreateTask`] and not be freed yet.
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

/// Whether a coroutine that is about to await a token, value or group may continue without being suspended. This is so if
/// the object is complete, and the coroutine has not continued so often in this way that other tasks should get a turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeIsReady(object: AnyObject) -> bool {
    // SAFETY: see the module.
    let object = unsafe { any_object(object).as_ref() };
    object.outcome().is_some() && scheduler::may_go_on()
}

/// Hint: resume on any worker, as [`mlirAsyncRuntimeExecute`](super::mlirAsyncRuntimeExecute) does.
pub const ASYNCIR_HINT_ANYWHERE: i32 = 0;
/// Hint: resume on this thread, right after the current task, while the data are still in its caches.
pub const ASYNCIR_HINT_NEXT: i32 = 1;
/// Hint: resume after all tasks that are queued now. The coroutine is not taken for the task of a token.
pub const ASYNCIR_HINT_LAST: i32 = 2;

/// Does the same as [`mlirAsyncRuntimeExecute`](super::mlirAsyncRuntimeExecute), with a hint where and when to
/// resume the coroutine. An unknown hint counts as [`ASYNCIR_HINT_ANYWHERE`].
///
/// # Safety
/// It must be sound to call `resume(handle)` once, on any thread, from now on. The caller must not use the coroutine any
/// more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeExecuteWithHint(handle: *mut c_void, resume: Option<ResumeFn>, hint: i32) {
    // SAFETY: the caller hands the coroutine over.
    let task = unsafe { task_of(resume, handle) };
    if hint == ASYNCIR_HINT_LAST {
        return scheduler::schedule_last(task);
    }
    let task = task.with_key(local::with(|local| local.recent.replace(0)));
    match hint {
        ASYNCIR_HINT_NEXT => scheduler::schedule_next(task),
        _ => scheduler::schedule(task),
    }
}

/// Calls a function that blocks the thread for something other than a token, value or group. In a task, another thread takes the
/// worker's place meanwhile: see [`block_in_place`](crate::block_in_place).
///
/// # Safety
/// The function may be called with this argument.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn asyncirRuntimeBlockInPlace(
    wait: Option<unsafe extern "C-unwind" fn(*mut c_void)>,
    argument: *mut c_void,
) {
    let wait = function(wait);
    // SAFETY: the caller vouches for the function.
    scheduler::block_in_place(|| unsafe { wait(argument) });
}

/// Waits until no task of the global runtime is queued or running. If a task makes the call, it returns
/// false immediately.
#[unsafe(no_mangle)]
pub extern "C" fn asyncirRuntimeQuiesce() -> bool {
    Runtime::global().quiesce().is_ok()
}

/// Waits like [`asyncirRuntimeQuiesce`], then ends and joins the global runtime's threads, and returns true. If a task makes
/// the call, it returns false immediately. If a task is started later, new threads are started.
#[unsafe(no_mangle)]
pub extern "C" fn asyncirRuntimeShutdown() -> bool {
    Runtime::global().shutdown().is_ok()
}
