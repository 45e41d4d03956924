//! The C interface: the functions of MLIR's async runtime under MLIR's names, and further functions of
//! this runtime (`asyncirRuntime…`), which `include/asyncir_runtime.h` declares for C.
//!
//! MLIR's `ExecutionEngine/AsyncRuntime.h` describes MLIR's functions. In short:
//!
//! * Tokens and values start with two references. One of these is the task's: it is dropped when the
//!   object is emplaced or set to an error.
//! * Groups start with one reference. Adding a member returns its rank.
//!
//! # Safety
//!
//! These rules hold for all functions, on all threads. Functions with further or other rules state them.
//!
//! * A pointer to an object must point to a live object of the kind that the name of the function or of
//!   the parameter says. The caller must own a reference to it for the duration of the call. A caller
//!   that drops references must own as many as it drops.
//! * Only one caller may complete an object. It must own the reference of the object's task, which is
//!   dropped by the call.
//! * A text must be null, or have as many readable bytes as its length says. It is copied, unless
//!   documented otherwise.
//!
//! Debug builds check these rules as far as possible, and end the process with a message if one is
//! violated.

#![allow(non_snake_case, reason = "the names are MLIR's")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the contract of most functions is the module's; the others have theirs"
)]

mod checked_frames;
mod engine;
mod extensions;
mod failures;
mod parallel_for;
mod string_map;

use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::sync::Arc;

pub use checked_frames::*;
pub use engine::*;
pub use extensions::*;
pub use failures::*;
pub use parallel_for::*;

use crate::error::Failure;
use crate::group::{self, RawGroup};
use crate::head::Outcome;
use crate::local;
use crate::misuse::Misuse;
use crate::object::{self, Kind, Object, Ref};
use crate::scheduler::{self, ResumeFn, Task};
use crate::symbol::{SymbolAddress, symbol_table};
use crate::token::RawToken;
use crate::value::RawValue;

/// All functions of the C interface with their addresses, for a JIT to define as absolute symbols.
pub fn symbols() -> &'static [(&'static str, SymbolAddress)] {
    symbol_table![
        mlirAsyncRuntimeAddRef,
        mlirAsyncRuntimeDropRef,
        mlirAsyncRuntimeCreateToken,
        mlirAsyncRuntimeCreateValue,
        mlirAsyncRuntimeCreateGroup,
        mlirAsyncRuntimeAddTokenToGroup,
        mlirAsyncRuntimeEmplaceToken,
        mlirAsyncRuntimeEmplaceValue,
        mlirAsyncRuntimeSetTokenError,
        mlirAsyncRuntimeSetValueError,
        mlirAsyncRuntimeIsTokenError,
        mlirAsyncRuntimeIsValueError,
        mlirAsyncRuntimeIsGroupError,
        mlirAsyncRuntimeAwaitToken,
        mlirAsyncRuntimeAwaitValue,
        mlirAsyncRuntimeAwaitAllInGroup,
        mlirAsyncRuntimeGetValueStorage,
        mlirAsyncRuntimeExecute,
        mlirAsyncRuntimeAwaitTokenAndExecute,
        mlirAsyncRuntimeAwaitValueAndExecute,
        mlirAsyncRuntimeAwaitAllInGroupAndExecute,
        mlirAsyncRuntimGetNumWorkerThreads,
        mlirAsyncRuntimePrintCurrentThreadId,
        asyncirRuntimeAddValueToGroup,
        asyncirRuntimeCreateValue,
        asyncirRuntimeCreateValueOfObject,
        asyncirRuntimeAllocateFrame,
        asyncirRuntimeFreeFrame,
        asyncirRuntimeCreateTask,
        asyncirRuntimeAddTaskValue,
        asyncirRuntimeFreeTask,
        asyncirRuntimeAllocateCheckedFrame,
        asyncirRuntimeSuspendCheckedFrame,
        asyncirRuntimeResumeCheckedFrame,
        asyncirRuntimeFreeCheckedFrame,
        asyncirRuntimeIsReady,
        asyncirRuntimeExecuteWithHint,
        asyncirRuntimeSetTokenErrorMessage,
        asyncirRuntimeSetValueErrorMessage,
        asyncirRuntimeSetTokenErrorAt,
        asyncirRuntimeSetValueErrorAt,
        asyncirRuntimeForwardError,
        asyncirRuntimeCheck,
        asyncirRuntimeFail,
        asyncirRuntimeErrorMessage,
        asyncirRuntimeErrorLocation,
        asyncirRuntimeParallelFor,
        asyncirRuntimeParallelForToken,
        asyncirRuntimeMakeFailure,
        asyncirRuntimeFailureOf,
        asyncirRuntimeSetErrorOf,
        asyncirRuntimeDropFailure,
        asyncirRuntimeRaise,
        asyncirRuntimeBlockInPlace,
        asyncirRuntimeQuiesce,
        asyncirRuntimeShutdown,
    ]
}

/// A pointer to a token, value or group.
type AnyObject = *mut c_void;

/// # Safety
/// It must be sound to call `resume(handle)` once, on any thread, from now on.
unsafe fn task_of(resume: Option<ResumeFn>, handle: *mut c_void) -> Task {
    // SAFETY: passed on to the caller.
    unsafe { Task::new(function(resume), handle) }
}

/// A function that may not be null.
fn function<F>(given: Option<F>) -> F {
    given.unwrap_or_else(|| Misuse::Null { expected: "function" }.abort())
}

/// # Safety
/// `pointer` is null or points to a live object.
unsafe fn any_object(pointer: AnyObject) -> NonNull<Object> {
    NonNull::new(pointer.cast()).unwrap_or_else(|| {
        Misuse::Null {
            expected: "token, value or group",
        }
        .abort()
    })
}

/// # Safety
/// `pointer` is null or points to a live object.
unsafe fn object_of(pointer: AnyObject, kind: Kind) -> NonNull<Object> {
    // SAFETY: passed on to the caller.
    let (any, object) = unsafe { (any_object(pointer), any_object(pointer).as_ref()) };
    if cfg!(debug_assertions) && object.kind() != kind {
        Misuse::WrongKind {
            expected: kind,
            found: object.kind(),
        }
        .abort();
    }
    any
}

/// # Safety
/// As for [`object_of`].
unsafe fn group_of(pointer: AnyObject) -> ManuallyDrop<Ref<RawGroup>> {
    // SAFETY: passed on to the caller; the caller's own reference backs the borrowed one, which is
    // never dropped.
    unsafe { ManuallyDrop::new(Ref::from_owned(object_of(pointer, Kind::Group).cast())) }
}

/// Completes an object and drops the reference that was its task's.
///
/// # Safety
/// As for [`object_of`].
unsafe fn complete(pointer: AnyObject, kind: Kind, outcome: Outcome, failure: Option<Arc<Failure>>) {
    // SAFETY: the task's reference keeps the object alive until it is dropped here. A second
    // completion owns no such reference and drops none.
    unsafe {
        object::complete_and_drop(object_of(pointer, kind), outcome, failure).unwrap_or_else(Misuse::report);
    }
}

/// Adds references to an object.
///
/// # Safety
/// The caller owns a reference to the object, of whatever kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeAddRef(object: AnyObject, count: i64) {
    // SAFETY: the caller owns a reference.
    unsafe { object::add_references(any_object(object), count) }.unwrap_or_else(Misuse::report);
}

/// Drops references to an object.
///
/// # Safety
/// The caller owns `count` references to the object, of whatever kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeDropRef(object: AnyObject, count: i64) {
    // SAFETY: the caller owns the references.
    unsafe { object::drop_references(any_object(object), count) }.unwrap_or_else(Misuse::report);
}

/// Makes a pending token with two references.
#[unsafe(no_mangle)]
pub extern "C" fn mlirAsyncRuntimeCreateToken() -> AnyObject {
    local::with(|local| {
        let token = RawToken::create(local);
        // SAFETY: just created.
        local.recent.set(unsafe { token.cast::<Object>().as_ref() }.key());
        token.as_ptr().cast()
    })
}

#[inline(never)]
fn create_value(size: i64) -> NonNull<RawValue> {
    RawValue::create(size, None).unwrap_or_else(|misuse| misuse.abort())
}

/// Makes a pending value with two references and a payload of `size` bytes, aligned for any vector of
/// that size.
#[unsafe(no_mangle)]
pub extern "C" fn mlirAsyncRuntimeCreateValue(size: i64) -> AnyObject {
    let value = RawValue::create_small(size).unwrap_or_else(|| create_value(size));
    value.as_ptr().cast()
}

/// Makes a group of `size` members with one reference.
#[unsafe(no_mangle)]
pub extern "C" fn mlirAsyncRuntimeCreateGroup(size: i64) -> AnyObject {
    RawGroup::create(size)
        .unwrap_or_else(|misuse| misuse.abort())
        .as_ptr()
        .cast()
}

/// Adds a token to a group and returns its rank.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeAddTokenToGroup(token: AnyObject, group: AnyObject) -> i64 {
    // SAFETY: see the module.
    unsafe { group::add_member(&group_of(group), object_of(token, Kind::Token)) }
}

/// Makes a token available and drops its task's reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeEmplaceToken(token: AnyObject) {
    // SAFETY: see the module.
    unsafe { complete(token, Kind::Token, Outcome::Available, None) }
}

/// Makes a value available and drops its task's reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeEmplaceValue(value: AnyObject) {
    // SAFETY: see the module.
    unsafe { complete(value, Kind::Value, Outcome::Available, None) }
}

/// Makes a token an error and drops its task's reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeSetTokenError(token: AnyObject) {
    // SAFETY: see the module.
    unsafe { complete(token, Kind::Token, Outcome::Error, None) }
}

/// Makes a value an error and drops its task's reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeSetValueError(value: AnyObject) {
    // SAFETY: see the module.
    unsafe { complete(value, Kind::Value, Outcome::Error, None) }
}

/// Whether a token is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeIsTokenError(token: AnyObject) -> bool {
    // SAFETY: see the module.
    unsafe { object_of(token, Kind::Token).as_ref() }.outcome() == Some(Outcome::Error)
}

/// Whether a value is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeIsValueError(value: AnyObject) -> bool {
    // SAFETY: see the module.
    unsafe { object_of(value, Kind::Value).as_ref() }.outcome() == Some(Outcome::Error)
}

/// Whether a member of a group is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeIsGroupError(group: AnyObject) -> bool {
    // SAFETY: see the module.
    unsafe { group_of(group) }.has_error()
}

/// Blocks until a token is complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeAwaitToken(token: AnyObject) {
    // SAFETY: see the module.
    object::wait(unsafe { object_of(token, Kind::Token).as_ref() });
}

/// Blocks until a value is complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeAwaitValue(value: AnyObject) {
    // SAFETY: see the module.
    object::wait(unsafe { object_of(value, Kind::Value).as_ref() });
}

/// Blocks until as many members as the group's size were added and are complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeAwaitAllInGroup(group: AnyObject) {
    // SAFETY: see the module.
    unsafe { group_of(group) }.wait();
}

/// The address of a value's payload.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeGetValueStorage(value: AnyObject) -> *mut u8 {
    // SAFETY: see the module.
    unsafe { RawValue::storage(object_of(value, Kind::Value).cast()) }.as_ptr()
}

/// Resumes a coroutine on a worker.
///
/// The coroutine is taken to be the task that completes the token which the calling thread created last,
/// because compiled code creates a task's token right before it executes the task. So a thread that
/// awaits this token with a blocking call may run the coroutine itself, on top of the frame that waits.
///
/// A host that executes an unrelated coroutine right after it has created a token must know this: if that coroutine blocks
/// until the waiting frame does something after its await, both wait for ever, which they do not in MLIR's runtime.
/// [`asyncirRuntimeExecuteWithHint`] with [`ASYNCIR_HINT_LAST`] relates the coroutine to no token.
///
/// # Safety
/// It must be sound to call `resume(handle)` once, on any thread, from now on. The caller must not use the coroutine any
/// more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeExecute(handle: *mut c_void, resume: Option<ResumeFn>) {
    let key = local::with(|local| local.recent.replace(0));
    // SAFETY: the caller hands the coroutine over.
    let task = unsafe { task_of(resume, handle) }.with_key(key);
    scheduler::schedule(task);
}

/// Resumes a coroutine when a token is complete.
///
/// # Safety
/// The rules for all functions hold. It must be sound to call `resume(handle)` once, on any thread, from now on. The caller
/// must not use the coroutine any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeAwaitTokenAndExecute(
    token: AnyObject,
    handle: *mut c_void,
    resume: Option<ResumeFn>,
) {
    // SAFETY: see the module; the caller hands the coroutine over.
    unsafe { object::resume_when_complete(object_of(token, Kind::Token), task_of(resume, handle)) }
}

/// Resumes a coroutine when a value is complete.
///
/// # Safety
/// The rules for all functions hold. It must be sound to call `resume(handle)` once, on any thread, from now on. The caller
/// must not use the coroutine any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeAwaitValueAndExecute(
    value: AnyObject,
    handle: *mut c_void,
    resume: Option<ResumeFn>,
) {
    // SAFETY: see the module; the caller hands the coroutine over.
    unsafe { object::resume_when_complete(object_of(value, Kind::Value), task_of(resume, handle)) }
}

/// Resumes a coroutine when a group is complete.
///
/// # Safety
/// The rules for all functions hold. It must be sound to call `resume(handle)` once, on any thread, from now on. The caller
/// must not use the coroutine any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirAsyncRuntimeAwaitAllInGroupAndExecute(
    group: AnyObject,
    handle: *mut c_void,
    resume: Option<ResumeFn>,
) {
    // SAFETY: see the module; the caller hands the coroutine over.
    unsafe { object::resume_when_complete(object_of(group, Kind::Group), task_of(resume, handle)) }
}

/// The number of worker threads of the runtime whose task makes the call, or else of the global runtime.
#[unsafe(no_mangle)]
pub extern "C" fn mlirAsyncRuntimGetNumWorkerThreads() -> i64 {
    scheduler::current_num_workers() as i64
}

/// Prints the current thread's id to C's standard output.
#[unsafe(no_mangle)]
pub extern "C" fn mlirAsyncRuntimePrintCurrentThreadId() {
    // SAFETY: the format takes one unsigned long.
    unsafe {
        libc::printf(
            c"Current thread id: %lu\n".as_ptr(),
            libc::pthread_self() as libc::c_ulong,
        );
    }
}
