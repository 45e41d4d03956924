//! Values: completion with a payload (`!async.value<T>`).
//!
//! The payload lies behind the header in the same allocation, at an address that is a multiple of
//! its alignment. A value may itself be part of a task's block (see `token`). The C interface names
//! only a size. That is enough: the size of a type is a multiple of its alignment, so the lowest bit
//! set in the size bounds it. It is 8 at least, and 64 at most, as no instruction asks for more.
//!
//! # Safety argument
//!
//! The payload is written by the task before it completes the value, and read by others after they
//! saw it complete; the head orders the two (see `head`). Until then the closure that computes a Rust payload lies
//! in its place; the task takes it out before it calls it. A Rust payload is moved out by the
//! only [`Value`] handle there is, or dropped with the object: `drop_payload` is cleared by whoever
//! moves it out, and read after the last reference is gone, ordered by the reference count (see
//! `object`).

use std::alloc::Layout;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::pin::Pin;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::task::{Context, Poll};

use crate::drop_caught::caught;
use crate::error::{Failure, TaskError};
use crate::future::CompletionFuture;
use crate::head::{Head, Outcome};
use crate::local::{self, Key, Local};
use crate::memory;
use crate::misuse::Misuse;
use crate::nested;
use crate::object::{self, Counted, Kind, Object, Ref};
use crate::scheduler::Task;
use crate::token::RawToken;

const CACHE_LINE: usize = 64;
const MIN_ALIGNMENT: usize = 8;
/// Payloads of fewer bytes have the least alignment.
const SMALL: usize = 2 * MIN_ALIGNMENT;

#[derive(Debug)]
#[repr(C)]
pub(crate) struct RawValue {
    object: Object,
    /// Of a value with a block of its own, the size of the payload. Of one in its task's block, how far behind the token
    /// it stands. In bytes.
    size_or_place: usize,
    /// A `unsafe fn(*mut u8)` that drops a payload of Rust, or a reference to an object, or null.
    drop_payload: AtomicPtr<()>,
}

#[cfg(not(loom))]
const _: () = assert!(
    size_of::<RawValue>() == 48,
    "as the C header and generated code have it"
);

// SAFETY: `repr(C)`, begins with an `Object`; the storage is governed by the head (see
// above).
unsafe impl Counted for RawValue {}

/// The alignment of a payload of which only the size is known.
pub(crate) fn default_alignment(size: usize) -> usize {
    (1 << size.trailing_zeros().min(6)).clamp(MIN_ALIGNMENT, CACHE_LINE)
}

impl RawValue {
    /// A pending value with two references: the creator's and the one that completion drops.
    /// It counts as completed by the task that completes the token that the thread created last.
    pub(crate) fn create(size: i64, alignment: Option<i64>) -> Result<NonNull<Self>, Misuse> {
        let alignment = alignment.unwrap_or(MIN_ALIGNMENT as i64);
        let value = Self::payload(size, alignment).and_then(Self::create_with);
        value.ok_or(Misuse::BadLayout { size, alignment })
    }

    /// As [`RawValue::create`], for a payload as small as most.
    #[inline]
    pub(crate) fn create_small(size: i64) -> Option<NonNull<Self>> {
        let size = usize::try_from(size).ok().filter(|size| (1..SMALL).contains(size))?;
        Self::create_with(Layout::from_size_align(size, MIN_ALIGNMENT).ok()?)
    }

    /// A pending value, with two references as well, whose payload is a pointer to an object, null at first. The value has
    /// a reference to that object.
    pub(crate) fn create_of_object() -> NonNull<Self> {
        let Some(value) = Self::create_small(size_of::<*mut Object>() as i64) else {
            unreachable!("a pointer is small")
        };
        // SAFETY: the value is new, and its payload has room for a pointer.
        unsafe {
            Self::storage(value).cast::<*mut Object>().write(ptr::null_mut());
            let drop_payload = &value.as_ref().drop_payload;
            drop_payload.store(drop_object as *mut (), Ordering::Relaxed);
        }
        value
    }

    #[inline]
    fn create_with(payload: Layout) -> Option<NonNull<Self>> {
        local::with(|local| {
            let key = match local.recent.get() {
                0 => local.fresh_key(),
                token => token,
            };
            Self::with_layout(local, payload, key)
        })
    }

    /// The layout of a payload of which the program names the size, and an alignment that it has at least.
    pub(crate) fn payload(size: i64, alignment: i64) -> Option<Layout> {
        let size = usize::try_from(size).ok()?;
        let alignment = usize::try_from(alignment)
            .ok()
            .filter(|asked| asked.is_power_of_two())?;
        Layout::from_size_align(size, alignment.max(default_alignment(size))).ok()
    }

    #[inline]
    fn with_layout(local: &Local, payload: Layout, key: Key) -> Option<NonNull<Self>> {
        let layout = Self::layout_for(payload)?;
        Some(match memory::at_hand(local, layout) {
            // SAFETY: a fresh block of that layout.
            Some(block) => unsafe { Self::begin(local, block, payload, key) },
            None => Self::begin_anew(local, layout, payload, key),
        })
    }

    #[cold]
    #[inline(never)]
    fn begin_anew(local: &Local, layout: Layout, payload: Layout, key: Key) -> NonNull<Self> {
        // SAFETY: as above.
        unsafe { Self::begin(local, memory::allocate(local, layout), payload, key) }
    }

    /// Begins a value with two references.
    ///
    /// # Safety
    /// The block is a fresh one of the layout for the payload.
    #[inline]
    unsafe fn begin(local: &Local, block: NonNull<u8>, payload: Layout, key: Key) -> NonNull<Self> {
        let object = Object::new(local, Kind::Value, Head::pending(2), key);
        let value = block.cast::<Self>();
        // SAFETY: the caller's promise.
        unsafe { value.write(Self::new(object, payload.align(), payload.size())) };
        value
    }

    /// Makes a pending value in the block of the task that completes it.
    ///
    /// # Safety
    /// There is room for the header and the payload behind `token`, at a multiple of the payload's alignment.
    pub(crate) unsafe fn create_in_task(
        local: &Local,
        value: NonNull<Self>,
        token: NonNull<RawToken>,
        payload: Layout,
        counting: &Object,
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            let mut object = Object::new(local, Kind::Value, Head::pending(0), counting.key());
            object.set_previous(counting.previous());
            value.write(Self::new(
                object,
                payload.align(),
                value.byte_offset_from_unsigned(token),
            ));
        }
    }

    fn new(object: Object, alignment: usize, size_or_place: usize) -> Self {
        // The binary logarithm of a `usize` is below 64.
        Self {
            object: object.with_layout_code(alignment.trailing_zeros() as u8),
            size_or_place,
            drop_payload: AtomicPtr::new(ptr::null_mut()),
        }
    }

    /// The token that stands in front of a value in the block of its task.
    ///
    /// # Safety
    /// `value` is live, and in such a block.
    pub(crate) unsafe fn token_of_task(value: NonNull<Self>) -> NonNull<RawToken> {
        // SAFETY: within the block.
        unsafe { value.byte_sub(value.as_ref().size_or_place).cast() }
    }

    /// What the object leads to in the block of its task.
    pub(crate) fn previous(&self) -> u8 {
        self.object.previous()
    }

    /// The layout of header and payload.
    pub(crate) fn layout_for(payload: Layout) -> Option<Layout> {
        let (layout, _) = Layout::new::<Self>().extend(payload).ok()?;
        Some(layout)
    }

    /// The payload of a value.
    ///
    /// # Safety
    /// `value` is live.
    #[inline]
    pub(crate) unsafe fn storage(value: NonNull<Self>) -> NonNull<u8> {
        // SAFETY: the allocation holds the payload behind the header, at a multiple of its alignment.
        unsafe {
            let mask = value.as_ref().payload_alignment() - 1;
            value.cast().add((size_of::<Self>() + mask) & !mask)
        }
    }

    fn payload_alignment(&self) -> usize {
        1 << self.object.layout_code()
    }

    /// What [`RawValue::layout_for`] gave for a payload of this size and alignment.
    ///
    /// # Safety
    /// It gave something for that.
    #[inline]
    unsafe fn layout(size: usize, alignment: usize) -> Layout {
        let place = (size_of::<Self>() + alignment - 1) & !(alignment - 1);
        // SAFETY: the caller's promise.
        unsafe { Layout::from_size_align_unchecked(place + size, alignment.max(align_of::<Self>())) }
    }

    /// # Safety
    /// The value has a Rust payload, which nobody uses any more.
    #[cold]
    #[inline(never)]
    unsafe fn drop_payload(value: NonNull<Self>) {
        // SAFETY: such functions only are written there, and the payload is the caller's.
        unsafe {
            let drop_payload = value.as_ref().drop_payload.load(Ordering::Relaxed);
            let drop_payload = std::mem::transmute::<*mut (), unsafe fn(*mut u8)>(drop_payload);
            drop_payload(Self::storage(value).as_ptr());
        }
    }

    /// # Safety
    /// No reference is left to a value that has a block of its own.
    pub(crate) unsafe fn destroy(local: &Local, value: NonNull<Self>) {
        // SAFETY: made by `with_layout`, and this is the last use.
        unsafe {
            if !value.as_ref().drop_payload.load(Ordering::Relaxed).is_null() {
                Self::drop_payload(value);
            }
            value.as_ref().object.discard_waiters();
            let (size, alignment) = (value.as_ref().size_or_place, value.as_ref().payload_alignment());
            value.drop_in_place();
            // Most are small, and of those the compiler knows the pool.
            if size < SMALL && alignment == MIN_ALIGNMENT {
                memory::free(local, value.cast(), Self::layout(size, MIN_ALIGNMENT));
            } else {
                memory::free(local, value.cast(), Self::layout(size, alignment));
            }
        }
    }
}

/// # Safety
/// `payload` points to a pointer to an object, which has a reference for it, or to null.
unsafe fn drop_object(payload: *mut u8) {
    // SAFETY: passed on to the caller.
    unsafe {
        if let Some(object) = NonNull::new(*payload.cast::<*mut Object>()) {
            nested::drop_reference(object);
        }
    }
}

/// # Safety
/// `payload` points to a `T` that nobody uses any more.
unsafe fn drop_payload_of<T>(payload: *mut u8) {
    // SAFETY: passed on to the caller.
    caught(|| unsafe { payload.cast::<T>().drop_in_place() });
}

/// A handle to the result of a task.
///
/// Dropping the handle does not stop the task; its result is dropped when it is there.
///
/// There is one handle for each task. Waiting takes the result out of the handle: use [`Value::wait`] on any thread, or
/// `.await` in any executor, of which [`block_on`](crate::block_on) is one. So a value cannot be cloned, unlike a
/// [`Token`](crate::Token): let one waiter give clones of the result to others, or share it as a future, for example with
/// `shared` of the crate `futures`.
#[derive(Debug)]
pub struct Value<T> {
    raw: Ref<RawValue>,
    completion: CompletionFuture,
    /// Whether the result is gone, because the handle was polled.
    is_taken: bool,
    payload: PhantomData<fn() -> T>,
}

/// Completes a [`Value`]. If it is dropped without completing the value, the value becomes an error, so that no waiter
/// waits for ever.
#[derive(Debug)]
pub struct ValueCompleter<T> {
    raw: Option<Ref<RawValue>>,
    payload: PhantomData<fn(T)>,
}

impl<T: Send + 'static> Value<T> {
    /// Creates a value that the [`ValueCompleter`] completes, on any thread. So other code than a task can give a result to
    /// who awaits it: a callback, or a thread of the host.
    ///
    /// ```
    /// use asyncir_runtime::Value;
    ///
    /// let (completer, answer) = Value::pending();
    /// let thread = std::thread::spawn(move || completer.complete(42));
    /// assert_eq!(answer.wait()?, 42);
    /// # thread.join().unwrap();
    /// # Ok::<(), asyncir_runtime::TaskError>(())
    /// ```
    ///
    /// A payload borrows nothing: it may stay longer than both handles.
    ///
    /// ```compile_fail
    /// # use asyncir_runtime::Value;
    /// let text = String::from("short-lived");
    /// let (completer, value) = Value::<&str>::pending();
    /// completer.complete(&text);
    /// ```
    pub fn pending() -> (ValueCompleter<T>, Value<T>) {
        Self::with_room(Layout::new::<T>())
    }

    /// A task that calls `body`, and the value that the call completes. The body lies where the result will be. A
    /// body that panics ends the process: callers catch what they can report.
    pub(crate) fn with_task<F>(body: F) -> (Task, Self)
    where
        F: FnOnce(ValueCompleter<T>) + Send + 'static,
    {
        let (completer, value) = Self::with_room(Layout::new::<Union<T, F>>());
        let raw = completer.into_raw();
        // SAFETY: there is room for the body, of which the call of `run` takes care, and which owns the completer's
        // reference.
        let task = unsafe {
            RawValue::storage(raw).cast::<F>().write(body);
            Task::new(run::<T, F>, raw.as_ptr().cast())
        };
        (task.with_key(value.object().key()), value)
    }

    fn of(raw: Ref<RawValue>) -> Self {
        Self {
            raw,
            completion: CompletionFuture::default(),
            is_taken: false,
            payload: PhantomData,
        }
    }

    fn with_room(layout: Layout) -> (ValueCompleter<T>, Value<T>) {
        let aligned = layout.align_to(MIN_ALIGNMENT).unwrap_or(layout);
        let raw = local::with(|local| RawValue::with_layout(local, aligned, local.fresh_key()));
        let Some(raw) = raw else {
            unreachable!("a type's size plus a small header overflows the address space")
        };
        // SAFETY: the object was created with two references, one for each handle.
        unsafe {
            (
                ValueCompleter {
                    raw: Some(Ref::from_owned(raw)),
                    payload: PhantomData,
                },
                Value::of(Ref::from_owned(raw)),
            )
        }
    }

    /// Makes a handle to a value that compiled code or C code created.
    ///
    /// # Safety
    /// - `raw` must be a live value of this library. The handle takes over one reference from the caller.
    /// - The payload must have the size of a `T`, and must be a valid `T` when the value is available.
    /// - The handle moves the payload out of the value. So if other code reads the payload, too, it must be plain data such
    ///   as a number.
    pub unsafe fn from_raw(raw: NonNull<c_void>) -> Self {
        // SAFETY: the caller gives a reference away.
        Self::of(unsafe { Ref::from_owned(raw.cast()) })
    }

    /// Gives the handle's reference away, to compiled code or C code that takes a value over. It finds the payload, which it
    /// must use as plain data, where [`mlirAsyncRuntimeGetValueStorage`](crate::symbols) says. Memory leaks if nobody takes
    /// the reference.
    ///
    /// # Panics
    /// If the value was polled, and returned its result then.
    #[must_use = "the value is a reference, which somebody has to drop"]
    pub fn into_raw(self) -> NonNull<c_void> {
        self.check_not_taken();
        self.raw.into_raw().cast()
    }

    /// Blocks until the task is complete, and takes its result.
    ///
    /// A task may call it. Its thread then runs the awaited task itself, or blocks while a spare thread takes
    /// the worker's place.
    ///
    /// # Errors
    /// If the task failed, its error.
    ///
    /// # Panics
    /// If the value was polled, and returned its result then.
    pub fn wait(self) -> Result<T, TaskError> {
        self.check_not_taken();
        let outcome = object::wait(self.raw.object());
        // SAFETY: complete, and this handle is consumed.
        unsafe { self.take(outcome) }
    }

    /// Whether the task is complete, successfully or with an error.
    pub fn is_complete(&self) -> bool {
        self.raw.object().outcome().is_some()
    }

    fn check_not_taken(&self) {
        assert!(!self.is_taken, "the result was taken when the value was polled");
    }

    fn object(&self) -> &Object {
        self.raw.object()
    }

    pub(crate) fn as_object(&self) -> NonNull<Object> {
        self.raw.as_object()
    }

    /// # Safety
    /// The value is complete with this outcome and nothing was taken before.
    unsafe fn take(&self, outcome: Outcome) -> Result<T, TaskError> {
        TaskError::check(outcome, || self.raw.object().failure())?;
        self.raw.drop_payload.store(ptr::null_mut(), Ordering::Relaxed);
        // SAFETY: an available value holds a `T`, which the caller takes once.
        Ok(unsafe { RawValue::storage(self.raw.as_raw()).cast::<T>().read() })
    }
}

impl<T> ValueCompleter<T> {
    /// Gives the reference away.
    fn into_raw(mut self) -> NonNull<RawValue> {
        match self.raw.take() {
            Some(raw) => raw.into_raw(),
            None => unreachable!("a completer that was used is gone"),
        }
    }
}

/// Room for either.
#[repr(C)]
union Union<T, F> {
    result: ManuallyDrop<T>,
    body: ManuallyDrop<F>,
}

/// # Safety
/// `handle` is a value with a reference for the caller, whose storage holds an `F` that was not used yet, and has room
/// for a `T`.
unsafe extern "C" fn run<T, F: FnOnce(ValueCompleter<T>)>(handle: *mut c_void) {
    // SAFETY: the caller's promise.
    let (body, completer) = unsafe {
        let value = NonNull::new_unchecked(handle.cast::<RawValue>());
        let body = RawValue::storage(value).cast::<F>().read();
        let completer = ValueCompleter {
            raw: Some(Ref::from_owned(value)),
            payload: PhantomData,
        };
        (body, completer)
    };
    body(completer);
}

impl<T: Send> ValueCompleter<T> {
    /// Completes the value with a result.
    pub fn complete(mut self, payload: T) {
        if let Some(raw) = self.raw.take() {
            // SAFETY: the storage was allocated for a `T`, and nobody reads it before completion.
            unsafe { RawValue::storage(raw.as_raw()).cast::<T>().write(payload) };
            raw.drop_payload
                .store(drop_payload_of::<T> as *mut (), Ordering::Relaxed);
            raw.complete(Outcome::Available, None);
        }
    }

    /// Completes the value with an error.
    pub fn fail(self, message: &str) {
        self.fail_with(Failure::new(message));
    }

    pub(crate) fn fail_with(mut self, failure: Failure) {
        if let Some(raw) = self.raw.take() {
            raw.complete(Outcome::Error, Some(failure.into()));
        }
    }
}

impl<T> Drop for ValueCompleter<T> {
    fn drop(&mut self) {
        if let Some(raw) = self.raw.take() {
            let message = "the task was dropped before it completed";
            raw.complete(Outcome::Error, Some(Failure::new(message).into()));
        }
    }
}

impl<T: Send + 'static> Future for Value<T> {
    type Output = Result<T, TaskError>;

    /// # Panics
    /// If it is polled again after it returned its result.
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        assert!(!this.is_taken, "polled after completion");
        let polled = this.completion.poll(&this.raw, context);
        this.is_taken = polled.is_ready();
        // SAFETY: complete, and nothing was taken before.
        polled.map(|outcome| unsafe { this.take(outcome) })
    }
}

/// A panic leaves it as it is, like all that threads share.
impl<T> UnwindSafe for Value<T> {}
impl<T> RefUnwindSafe for Value<T> {}
impl<T> UnwindSafe for ValueCompleter<T> {}
impl<T> RefUnwindSafe for ValueCompleter<T> {}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn aligns_by_size() {
        let cases = [
            (0, 64),
            (1, 8),
            (8, 8),
            (12, 8),
            (16, 16),
            (24, 8),
            (32, 32),
            (48, 16),
            (64, 64),
            (4096, 64),
        ];
        for (size, alignment) in cases {
            assert_eq!(default_alignment(size), alignment, "size {size}");
        }
    }

    #[test]
    fn storage_is_aligned_and_writable() {
        for (size, asked) in [(32, None), (64, None), (100, None), (8, Some(128)), (4096, Some(4096))] {
            let raw = RawValue::create(size, asked).expect("a sane layout");
            // SAFETY: created with two references, dropped below.
            let value = unsafe { (Ref::from_owned(raw), Ref::from_owned(raw)) };
            // SAFETY: live.
            let storage = unsafe { RawValue::storage(value.0.as_raw()) };
            let alignment = asked.unwrap_or(default_alignment(size as usize) as i64) as usize;
            assert_eq!(storage.as_ptr().addr() % alignment, 0);
            // SAFETY: the storage has `size` bytes.
            unsafe { storage.write_bytes(0xa5, size as usize) };
        }
    }

    #[test]
    fn refuses_impossible_layouts() {
        for (size, alignment) in [(-1, None), (8, Some(3)), (8, Some(0)), (8, Some(-16)), (i64::MAX, None)] {
            assert!(RawValue::create(size, alignment).is_err(), "{size} {alignment:?}");
        }
    }

    #[test]
    fn drops_a_payload_that_nobody_takes() {
        let payload = Arc::new(());
        let (completer, value) = Value::pending();
        completer.complete(payload.clone());
        drop(value);
        assert_eq!(Arc::strong_count(&payload), 1);

        let (completer, value) = Value::pending();
        completer.complete(payload.clone());
        drop(value.wait().expect("available"));
        assert_eq!(Arc::strong_count(&payload), 1);
    }

    #[test]
    fn an_abandoned_completer_is_an_error() {
        let (completer, value) = Value::<u8>::pending();
        drop(completer);
        assert!(value.wait().unwrap_err().to_string().contains("dropped"));
    }
}
