//! Tokens: completion without a payload (`!async.token`).

use std::alloc::Layout;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::error::{Failure, TaskError};
use crate::future::CompletionFuture;
use crate::local::{self, Key, Local};
use crate::memory;
use crate::object::{self, Counted, Kind, Object, Ref};
use crate::state::{Outcome, StateWord};

#[derive(Debug)]
#[repr(C)]
pub(crate) struct RawToken {
    object: Object,
}

// SAFETY: `repr(C)`, begins with an `Object`, nothing else.
unsafe impl Counted for RawToken {}

impl RawToken {
    /// A pending token with two references: the creator's and the one that completion drops.
    pub(crate) fn create(local: &Local) -> NonNull<Self> {
        let key = local.fresh_key();
        let token = memory::allocate(local, Layout::new::<Self>()).cast::<Self>();
        // SAFETY: a fresh block of the right layout.
        unsafe {
            token.write(Self {
                object: Object::new(local, Kind::Token, 2, StateWord::pending(), key),
            });
        }
        token
    }

    /// # Safety
    /// No reference is left.
    pub(crate) unsafe fn destroy(local: &Local, token: NonNull<Self>) {
        // SAFETY: made by `create`, and this is the last use.
        unsafe {
            token.drop_in_place();
            memory::free(local, token.cast(), Layout::new::<Self>());
        }
    }
}

/// A handle to the completion of a task that returns nothing. Clones stand for the same completion.
///
/// Wait for it with [`Token::wait`] on any thread, or `.await` it in any executor.
#[derive(Clone, Debug)]
pub struct Token(pub(crate) Ref<RawToken>);

impl Token {
    /// A token that completes when its [`Completer`] does.
    pub fn pending() -> (Completer, Token) {
        let raw = local::with(RawToken::create);
        // SAFETY: the object was created with two references, one for each handle.
        unsafe { (Completer(Some(Ref::from_owned(raw))), Token(Ref::from_owned(raw))) }
    }

    /// Blocks until the token is complete.
    ///
    /// May be called inside a task: the thread then runs the awaited task itself, or a spare thread takes over
    /// the worker's place.
    ///
    /// # Errors
    /// The error that the task ended with.
    pub fn wait(&self) -> Result<(), TaskError> {
        object::wait(self.0.object());
        self.result().unwrap_or(Ok(()))
    }

    /// Whether the token is complete, with or without error.
    pub fn is_complete(&self) -> bool {
        self.0.object().outcome().is_some()
    }

    pub(crate) fn key(&self) -> Key {
        self.0.object().key()
    }

    fn result(&self) -> Option<Result<(), TaskError>> {
        let object = self.0.object();
        object
            .outcome()
            .map(|outcome| TaskError::check(outcome, || object.failure()))
    }
}

impl IntoFuture for Token {
    type Output = Result<(), TaskError>;
    type IntoFuture = TokenFuture;

    fn into_future(self) -> TokenFuture {
        TokenFuture {
            completion: CompletionFuture::default(),
            token: self,
        }
    }
}

/// The future of a [`Token`].
#[derive(Debug)]
pub struct TokenFuture {
    completion: CompletionFuture,
    token: Token,
}

impl Future for TokenFuture {
    type Output = Result<(), TaskError>;

    fn poll(mut self: std::pin::Pin<&mut Self>, context: &mut std::task::Context<'_>) -> std::task::Poll<Self::Output> {
        let this = &mut *self;
        let object = this.token.0.object();
        this.completion
            .poll(object, context)
            .map(|outcome| TaskError::check(outcome, || object.failure()))
    }
}

/// Completes a [`Token`]. Dropping it without completing makes the token an error, so that nobody
/// waits for ever.
#[derive(Debug)]
pub struct Completer(Option<Ref<RawToken>>);

impl Completer {
    /// Makes the token available.
    pub fn complete(mut self) {
        self.finish(Outcome::Available, None);
    }

    /// Makes the token an error.
    pub fn fail(mut self, message: &str) {
        self.finish(Outcome::Error, Some(Failure::new(message)));
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
