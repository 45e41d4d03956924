//! The tasks that a thread waits for.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::local::Key;

/// Which tasks end a wait, by the keys of the tokens that they complete.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'a> {
    Nothing,
    Task(Key),
    /// Some members of a group. Which ones may change.
    AnyOf(&'a [AtomicU64]),
}

impl<'a> Wanted<'a> {
    /// Whether a task with this key is one of them.
    #[inline]
    pub(crate) fn has(self, key: Key) -> bool {
        key != 0 && self.keys().any(|wanted| wanted == key)
    }

    /// Their keys, and zeros.
    #[inline]
    pub(crate) fn keys(self) -> impl Iterator<Item = Key> + 'a {
        let (one, several): (_, &[AtomicU64]) = match self {
            Self::Nothing => (None, &[]),
            Self::Task(key) => (Some(key), &[]),
            Self::AnyOf(keys) => (None, keys),
        };
        one.into_iter()
            .chain(several.iter().map(|key| key.load(Ordering::Relaxed)))
    }
}
