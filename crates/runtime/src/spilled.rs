//! References to objects that have more of them than their word can count.
//!
//! A word counts tens of thousands (see [`head`](crate::head)). Of what is beyond, a table keeps the number. It is only looked
//! at when the word is full, or used up again, so that most references are still added and dropped there.
//!
//! # Safety argument
//!
//! A number in the table changes under the table's lock, together with the word: the exchange that marks the word, or
//! moves references from the table to it, happens while the lock is held. A word that is marked has an entry, and holds one
//! reference at least; so nobody takes the last reference in the word for the last of all.

use std::collections::HashMap;

use crate::sync::{Mutex, MutexGuard};

/// By the addresses of the heads. Those that have none here are not there.
type Counts = HashMap<usize, i64>;

#[cfg(not(loom))]
fn lock() -> MutexGuard<'static, Counts> {
    static COUNTS: std::sync::LazyLock<Mutex<Counts>> = std::sync::LazyLock::new(Mutex::default);
    COUNTS.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(loom)]
loom::lazy_static! {
    static ref COUNTS: Mutex<Counts> = Mutex::new(Counts::new());
}

#[cfg(loom)]
fn lock() -> MutexGuard<'static, Counts> {
    COUNTS.lock().unwrap()
}

/// Calls a function with the number of references of an object that are not counted in its word. Nobody else sees or changes
/// that number meanwhile.
pub(crate) fn with<R>(address: usize, change: impl FnOnce(&mut i64) -> R) -> R {
    let mut counts = lock();
    let mut count = counts.remove(&address).unwrap_or(0);
    let result = change(&mut count);
    if count != 0 {
        counts.insert(address, count);
    }
    result
}
