//! Tokens: completion without a payload (`!async.token`).
//!
//! A token fills a cache line, the first node of its list of waiters included. What the task that completes it needs
//! can lie behind it, in the same block: a closure, or the frame of a coroutine and the values that it completes. Then
//! a task is one allocation.
//!
//! # Safety argument
//!
//! A token's own node belongs to the thread that wins `Object::take_slot`, which is called by owners of references, and
//! then to the list of waiters like any other. It is read last when it fires, which happens while the completer's
//! reference keeps the token alive.
//!
//! What lies behind a token belongs to the task. Its last use comes before the task drops its reference to the token.
//! Values there are added by whoever makes the task, before anybody else has the token or one of them; they are
//! references to the token, so they go when nobody has the token either.

use std::alloc::Layout;
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::mem::{MaybeUninit, offset_of};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::pin::Pin;
use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::error::{Failure, TaskError};
use crate::future::CompletionFuture;
use crate::head::{Head, Outcome};
use crate::local::{self, Local};
use crate::memory;
use crate::object::{self, Counted, Kind, Object, Ref};
use crate::scheduler::Task;
use crate::value::RawValue;
use crate::waiter::Waiter;

/// The alignment of tokens, and of what lies behind them, in bytes.
const LINE: usize = 64;
/// Lines of the largest block with a token.
const MAX_LINES: usize = u8::MAX as usize;
/// Values stand at a multiple of this behind the token of their task, in bytes.
pub(crate) const STEP: usize = align_of::<RawValue>();
/// How far behind its token a frame stands, in steps.
const FRAME: u8 = (size_of::<RawToken>() / STEP) as u8;

#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct RawToken {
    object: Object,
    slot: UnsafeCell<MaybeUninit<Waiter>>,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<RawToken>() == LINE, "a token fills a cache line");

// SAFETY: `repr(C)`, begins with an `Object`; the slot is governed by the object (see above).
unsafe impl Counted for RawToken {}

impl RawToken {
    /// A pending token with two references: the creator's and the one that completion drops.
    pub(crate) fn create(local: &Local) -> NonNull<Self> {
        Self::with_lines(local, Self::lines(0))
    }

    /// A pending token with two references, the creator's and one of the frame behind it, for which `frame` has room.
    pub(crate) fn create_with_frame(local: &Local, frame: Layout) -> Option<NonNull<Self>> {
        if !Self::has_room(frame) {
            return None;
        }
        let mut token = Self::with_lines(local, Self::lines(frame.size()));
        // SAFETY: just created.
        unsafe { token.as_mut() }.object.set_previous(FRAME);
        Some(token)
    }

    /// Adds a pending value to a task, `offset` bytes behind its frame. Its reference is the creator's: the token's count
    /// goes up by one. None if it does not fit, or stands in front of one that was added before.
    ///
    /// # Safety
    /// `token` was made by [`RawToken::create_with_frame`], and nobody else has it or a value of its task yet. Nothing
    /// else is where the value will be.
    pub(crate) unsafe fn add_value(
        local: &Local,
        mut token: NonNull<Self>,
        offset: usize,
        payload: Layout,
    ) -> Option<NonNull<RawValue>> {
        let place = offset.checked_add(size_of::<Self>())?;
        let step = u8::try_from(place / STEP).ok()?;
        let end = place.checked_add(RawValue::layout_for(payload)?.size())?;
        // SAFETY: nobody else has the token; the value is within the block.
        unsafe {
            let object = &mut token.as_mut().object;
            let fits = place % STEP.max(payload.align()) == 0 && end <= usize::from(object.layout_code()) * LINE;
            if !fits || step <= object.previous() {
                return None;
            }
            let value = token.byte_add(place).cast();
            RawValue::create_in_task(local, value, token, payload, object);
            object.set_previous(step);
            object.count_added();
            Some(value)
        }
    }

    /// The token in front of a frame.
    ///
    /// # Safety
    /// `frame` is what [`RawToken::behind`] gave.
    pub(crate) unsafe fn in_front_of(frame: NonNull<u8>) -> NonNull<Object> {
        // SAFETY: the token is the line before.
        unsafe { frame.cast::<Self>().sub(1).cast() }
    }

    /// The lines of a block with a token and `bytes` behind it.
    const fn lines(bytes: usize) -> usize {
        (size_of::<Self>() + bytes).div_ceil(LINE)
    }

    /// A pending token with two references, in a block of so many lines.
    #[inline]
    fn with_lines(local: &Local, lines: usize) -> NonNull<Self> {
        match memory::at_hand(local, block(lines)) {
            // SAFETY: a fresh block of so many lines.
            Some(block) => unsafe { Self::begin(local, block, lines) },
            None => Self::begin_anew(local, lines),
        }
    }

    #[cold]
    #[inline(never)]
    fn begin_anew(local: &Local, lines: usize) -> NonNull<Self> {
        // SAFETY: as above.
        unsafe { Self::begin(local, memory::allocate(local, block(lines)), lines) }
    }

    /// Begins a token with two references.
    ///
    /// # Safety
    /// The block is a fresh one of so many lines.
    #[inline]
    unsafe fn begin(local: &Local, block: NonNull<u8>, lines: usize) -> NonNull<Self> {
        let object = Object::new(local, Kind::Token, Head::pending(2), local.fresh_key());
        // SAFETY: the caller's promise. A slot that is not written here is written when it is taken.
        unsafe { Self::write_header(block, object, lines) }
    }

    /// A pending token that somebody waits for, in a block of so many lines. It has only the reference that completion
    /// drops.
    fn awaited(local: &Local, lines: usize, waiter: Waiter) -> NonNull<Self> {
        let block = memory::allocate(local, block(lines));
        // SAFETY: a fresh block of so many lines, and so with a slot.
        unsafe {
            let slot = Self::slot(block.cast());
            slot.write(waiter);
            let object = Object::new(local, Kind::Token, Head::awaited_by(slot, 1), local.fresh_key());
            object.take_slot();
            Self::write_header(block, object, lines)
        }
    }

    /// # Safety
    /// The block is one of so many lines, of which there are at most `MAX_LINES`.
    #[inline]
    unsafe fn write_header(block: NonNull<u8>, object: Object, lines: usize) -> NonNull<Self> {
        let token = block.cast::<Self>();
        // SAFETY: the caller's promise.
        unsafe { (&raw mut (*token.as_ptr()).object).write(object.with_layout_code(lines as u8)) };
        token
    }

    /// # Safety
    /// `token` points to the block of a token, which need not be one yet.
    unsafe fn slot(token: NonNull<Self>) -> NonNull<Waiter> {
        // SAFETY: within the block.
        unsafe { NonNull::new_unchecked((&raw mut (*token.as_ptr()).slot).cast()) }
    }

    /// Whether `layout` has a place behind a token.
    const fn has_room(layout: Layout) -> bool {
        layout.align() <= LINE && layout.size() <= (MAX_LINES - 1) * LINE - size_of::<Self>()
    }

    /// What lies behind a token.
    ///
    /// # Safety
    /// The block of the token has room for it.
    pub(crate) unsafe fn behind(token: NonNull<Self>) -> NonNull<u8> {
        // SAFETY: within the block, or at its end.
        unsafe { token.add(1).cast() }
    }

    /// The object's own place for a waiter, for whoever asks first.
    ///
    /// # Safety
    /// `object` is the first field of a live object of its kind.
    #[inline]
    pub(crate) unsafe fn take_slot(object: NonNull<Object>) -> Option<NonNull<Waiter>> {
        // SAFETY: live, and a token if its kind says so.
        unsafe {
            let this = object.as_ref();
            (this.kind() == Kind::Token && this.take_slot()).then(|| Self::slot(object.cast()))
        }
    }

    /// Whether a node is the object's own.
    #[inline]
    pub(crate) fn is_slot(object: &Object, node: NonNull<Waiter>) -> bool {
        let slot = ptr::from_ref(object).addr().wrapping_add(offset_of!(Self, slot));
        object.kind() == Kind::Token && node.addr().get() == slot
    }

    /// # Safety
    /// No reference is left.
    pub(crate) unsafe fn destroy(local: &Local, token: NonNull<Self>) {
        // SAFETY: made by `with_lines`, and this is the last use.
        unsafe {
            token.as_ref().object.discard_waiters();
            let lines = token.as_ref().object.layout_code();
            let mut step = token.as_ref().object.previous();
            while step > FRAME {
                let value = token.byte_add(usize::from(step) * STEP).cast::<RawValue>();
                step = value.as_ref().previous();
                value.cast::<Object>().as_ref().discard_waiters();
                value.drop_in_place();
                local.count_live(-1);
            }
            token.drop_in_place();
            memory::free(local, token.cast(), block(lines.into()));
        }
    }
}

fn block(lines: usize) -> Layout {
    match Layout::from_size_align(lines * LINE, LINE) {
        Ok(layout) => layout,
        Err(_) => unreachable!("a block of a few kilobytes"),
    }
}

/// A task that calls `body`, and the token that the call completes. A body that panics ends the process: callers catch
/// what they can report.
pub(crate) fn with_task<F>(body: F) -> (Task, Token)
where
    F: FnOnce(Completer) + Send + 'static,
{
    // SAFETY: the body borrows nothing.
    unsafe { with_borrowing_task(body) }
}

/// As [`with_task`], of a body that may borrow.
///
/// # Safety
/// What the body borrows has to live until the token is complete.
pub(crate) unsafe fn with_borrowing_task<F>(body: F) -> (Task, Token)
where
    F: FnOnce(Completer) + Send,
{
    // SAFETY: passed on to the caller.
    let (task, token) = unsafe { task_with(body, None) };
    // SAFETY: created with two references, one for the task and one for the handle.
    (task, Token::of(unsafe { Ref::from_owned(token) }))
}

/// As [`with_task`], of a token that has a waiter and no handle.
pub(crate) fn awaited_task<F>(body: F, waiter: Waiter) -> Task
where
    F: FnOnce(Completer) + Send + 'static,
{
    // SAFETY: the body borrows nothing.
    unsafe { task_with(body, Some(waiter)) }.0
}

/// # Safety
/// What the body borrows has to live until the token is complete.
unsafe fn task_with<'a, F>(body: F, waiter: Option<Waiter>) -> (Task, NonNull<RawToken>)
where
    F: FnOnce(Completer) + Send + 'a,
{
    if const { !RawToken::has_room(Layout::new::<F>()) } {
        let body = Box::new(body) as Box<dyn FnOnce(Completer) + Send + 'a>;
        // SAFETY: passed on to the caller.
        return unsafe { task_with(body, waiter) };
    }
    let lines = RawToken::lines(size_of::<F>());
    let token = local::with(|local| match waiter {
        None => RawToken::with_lines(local, lines),
        Some(waiter) => RawToken::awaited(local, lines, waiter),
    });
    // SAFETY: there is room for the body, of which the call of `run` takes care, and which owns a reference.
    unsafe {
        RawToken::behind(token).cast::<F>().write(body);
        let task = Task::new(run::<F>, token.as_ptr().cast());
        (task.with_key(token.as_ref().object.key()), token)
    }
}

/// # Safety
/// `handle` is a token with a reference for the caller, and with an `F` behind it that was not used yet.
unsafe extern "C" fn run<F: FnOnce(Completer)>(handle: *mut c_void) {
    // SAFETY: the caller's promise.
    let (body, completer) = unsafe {
        let token = NonNull::new_unchecked(handle.cast::<RawToken>());
        let body = RawToken::behind(token).cast::<F>().read();
        (body, Completer(Some(Ref::from_owned(token))))
    };
    body(completer);
}

/// A handle to the completion of a task that returns nothing. Clones refer to the same task.
///
/// Dropping the handle does not stop the task.
///
/// Wait for it with [`Token::wait`] on any thread, or `.await` it in any executor, of which [`block_on`](crate::block_on) is
/// one. It can be polled again after it is complete.
#[derive(Clone, Debug)]
pub struct Token(pub(crate) Ref<RawToken>, CompletionFuture);

impl Token {
    fn of(raw: Ref<RawToken>) -> Self {
        Self(raw, CompletionFuture::default())
    }

    /// Creates a token that the [`Completer`] completes.
    pub fn pending() -> (Completer, Token) {
        let raw = local::with(RawToken::create);
        // SAFETY: the object was created with two references, one for each handle.
        unsafe { (Completer(Some(Ref::from_owned(raw))), Token::of(Ref::from_owned(raw))) }
    }

    /// Makes a handle to a token that compiled code or C code created.
    ///
    /// # Safety
    /// `raw` must be a live token of this library. The handle takes over one reference from the caller.
    pub unsafe fn from_raw(raw: NonNull<c_void>) -> Self {
        // SAFETY: the caller's promise.
        Self::of(unsafe { Ref::from_owned(raw.cast()) })
    }

    /// Gives the handle's reference away, to compiled code or C code that takes a token over. Memory leaks if nobody does.
    ///
    /// ```
    /// use asyncir_runtime::Token;
    ///
    /// let (completer, token) = Token::pending();
    /// let raw = token.into_raw();
    /// // SAFETY: the token was just given away.
    /// let token = unsafe { Token::from_raw(raw) };
    /// completer.complete();
    /// assert!(token.wait().is_ok());
    /// ```
    #[must_use = "the token is a reference, which somebody has to drop"]
    pub fn into_raw(self) -> NonNull<c_void> {
        self.0.into_raw().cast()
    }

    /// Blocks until the token is complete.
    ///
    /// A task may call it. Its thread then runs the awaited task itself, or blocks while a spare thread takes
    /// the worker's place.
    ///
    /// # Errors
    /// If the task failed, its error.
    pub fn wait(&self) -> Result<(), TaskError> {
        object::wait(self.0.object());
        self.result().unwrap_or(Ok(()))
    }

    /// Whether the token is complete, successfully or with an error.
    pub fn is_complete(&self) -> bool {
        self.0.object().outcome().is_some()
    }

    fn result(&self) -> Option<Result<(), TaskError>> {
        let object = self.0.object();
        object
            .outcome()
            .map(|outcome| TaskError::check(outcome, || object.failure()))
    }
}

impl Future for Token {
    type Output = Result<(), TaskError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Self(raw, completion) = &mut *self;
        completion.poll_result(raw, context)
    }
}

/// A panic leaves it as it is, like all that threads share.
impl UnwindSafe for Token {}
impl RefUnwindSafe for Token {}
impl UnwindSafe for Completer {}
impl RefUnwindSafe for Completer {}

/// Completes a [`Token`]. If it is dropped without completing the token, the token becomes an error, so
/// that no waiter waits for ever.
#[derive(Debug)]
pub struct Completer(Option<Ref<RawToken>>);

impl Completer {
    /// Completes the token successfully.
    pub fn complete(mut self) {
        self.finish(Outcome::Available, None);
    }

    /// Completes the token with an error.
    pub fn fail(self, message: &str) {
        self.fail_with(Failure::new(message));
    }

    pub(crate) fn fail_with(mut self, failure: Failure) {
        self.finish(Outcome::Error, Some(failure));
    }

    fn finish(&mut self, outcome: Outcome, failure: Option<Failure>) {
        if let Some(token) = self.0.take() {
            token.complete(outcome, failure.map(Arc::new));
        }
    }
}

impl Drop for Completer {
    fn drop(&mut self) {
        // A completer that has completed its token comes here, too: no error is made for it.
        if self.0.is_some() {
            let failure = Failure::new("the task was dropped before it completed");
            self.finish(Outcome::Error, Some(failure));
        }
    }
}
