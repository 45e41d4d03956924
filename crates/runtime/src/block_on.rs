//! Waiting for a future on a thread.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use crate::token::{Completer, Token};

/// Polls a future on the calling thread until it is complete, and waits in between as [`Token::wait`] does. So a thread that
/// built an [inline](crate::RuntimeBuilder::inline) or [deterministic](crate::RuntimeBuilder::deterministic) runtime runs
/// its tasks meanwhile, and in a task, others take the worker's place.
///
/// ```
/// use asyncir_runtime::{Runtime, block_on};
///
/// let runtime = Runtime::builder().inline().build()?;
/// let (a, b) = (runtime.spawn(|| 6), runtime.spawn(|| 7));
/// let product = block_on(async { a.await.unwrap() * b.await.unwrap() });
/// assert_eq!(product, 42);
/// # Ok::<(), asyncir_runtime::BuildError>(())
/// ```
///
/// # Panics
/// If the future does.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let signal = Arc::<Signal>::default();
    let waker = Waker::from(signal.clone());
    let mut context = Context::from_waker(&waker);
    loop {
        let woken = signal.next();
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        // No error: a waker has the completer, and this function has a waker.
        let _ = woken.wait();
    }
}

/// Completes a token when the future is to be polled again.
#[derive(Default)]
struct Signal(Mutex<Option<Completer>>);

impl Signal {
    /// The token for the wake-ups from now on.
    fn next(&self) -> Token {
        let (completer, token) = Token::pending();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(completer);
        token
    }
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        let completer = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(completer) = completer {
            completer.complete();
        }
    }
}
