//! Tasks that borrow from the code that starts them, for [`Runtime::scope`](crate::Runtime::scope).
//!
//! # Safety argument
//!
//! A task may use what lives as long as its scope. [`run`] is left only when all tasks of the scope are complete: each puts
//! its token into the list before the one that started it is complete, and only complete ones are thrown away, so once the
//! list is empty and all that were taken out of it are complete, there are no others. The closure of a task is gone before
//! the task completes its token, and nothing of the scope is used behind that.

use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use crate::drop_caught::{Payload, caught, keep_first};
use crate::join::Guard;
use crate::scheduler::Scheduler;
use crate::token::{self, Completer, Token};

/// Starts tasks that borrow; see [`Runtime::scope`](crate::Runtime::scope).
pub struct Scope<'scope, 'env: 'scope> {
    scheduler: &'env Arc<Scheduler>,
    started: Mutex<Started>,
    /// The first panic.
    panic: Mutex<Option<Payload>>,
    /// Neither lifetime can be made shorter or longer.
    lifetimes: PhantomData<(&'scope mut &'scope (), &'env mut &'env ())>,
}

/// The tasks that nobody has waited for yet.
#[derive(Default)]
struct Started {
    tokens: Vec<Token>,
    /// How many tokens there may be before those of tasks that have ended go.
    most: usize,
}

impl Started {
    /// How many tokens are no waste.
    const FEW: usize = 64;

    /// Adds a task. What is kept is proportional to the tasks that have not ended, at a constant number of steps for each.
    fn add(&mut self, token: Token) {
        self.tokens.push(token);
        if self.tokens.len() > self.most.max(Self::FEW) {
            self.tokens.retain(|token| !token.is_complete());
            self.most = 2 * self.tokens.len();
        }
    }
}

impl<'scope, 'env> Scope<'scope, 'env> {
    /// Runs a closure as a task. It may use what lives longer than the scope, and may start further tasks.
    ///
    /// If it panics, [`Runtime::scope`](crate::Runtime::scope) does, once all tasks have ended.
    ///
    /// What only the function has that started the task may be gone when the task runs:
    ///
    /// ```compile_fail
    /// # let runtime = asyncir_runtime::Runtime::builder().inline().build().unwrap();
    /// runtime.scope(|scope| {
    ///     let mut own = 0;
    ///     scope.spawn(|| own += 1);
    /// });
    /// ```
    pub fn spawn<F>(&'scope self, closure: F)
    where
        F: FnOnce() + Send + 'scope,
    {
        if self.scheduler.is_driven_elsewhere() {
            return self.call(closure);
        }
        let body = move |completer: Completer| {
            self.call(closure);
            completer.complete();
        };
        // SAFETY: see the module.
        let (task, token) = unsafe { token::with_borrowing_task(body) };
        self.started.lock().unwrap_or_else(PoisonError::into_inner).add(token);
        // A host's pool may panic. The scope would wait for the task for ever.
        let guard = Guard;
        self.scheduler.spawn(task);
        mem::forget(guard);
    }

    fn call(&self, closure: impl FnOnce()) {
        if let Err(payload) = panic::catch_unwind(AssertUnwindSafe(closure)) {
            keep_first(&self.panic, payload);
        }
    }

    /// Waits for all tasks. The newest are likely to be those that this thread can run itself.
    fn wait(&self) {
        let next = || self.started.lock().unwrap_or_else(PoisonError::into_inner).tokens.pop();
        while let Some(token) = next() {
            // Panics are kept elsewhere.
            let _ = token.wait();
        }
    }
}

impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").finish_non_exhaustive()
    }
}

/// Calls a function, and waits for the tasks that it starts.
pub(crate) fn run<'env, F, T>(scheduler: &'env Arc<Scheduler>, function: F) -> T
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T,
{
    let scope = Scope {
        scheduler,
        started: Mutex::default(),
        panic: Mutex::default(),
        lifetimes: PhantomData,
    };
    // A host's pool may panic. What tasks borrow must not go then.
    let guard = Guard;
    let result = panic::catch_unwind(AssertUnwindSafe(|| function(&scope)));
    scope.wait();
    mem::forget(guard);
    let panic = scope.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (result, panic) {
        (Ok(result), None) => result,
        (Ok(result), Some(payload)) => {
            caught(|| drop(result));
            panic::resume_unwind(payload)
        }
        (Err(payload), tasks) => {
            // What a task panicked with says less than what the function did.
            caught(|| drop(tasks));
            panic::resume_unwind(payload)
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn tasks_that_have_ended_are_forgotten() {
        let mut started = Started::default();
        let pending: Vec<_> = (0..100)
            .map(|_| {
                let (completer, token) = Token::pending();
                started.add(token);
                completer
            })
            .collect();
        for _ in 0..10_000 {
            let (completer, token) = Token::pending();
            completer.complete();
            started.add(token);
            assert!(started.tokens.len() <= 2 * (pending.len() + Started::FEW));
        }
        let left = started.tokens.iter().filter(|token| !token.is_complete());
        assert_eq!(left.count(), pending.len());
        pending.into_iter().for_each(Completer::complete);
    }
}
