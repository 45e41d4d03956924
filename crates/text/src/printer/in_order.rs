//! Texts that several threads write at once and that are passed on in order.

use std::collections::BTreeMap;

use parking_lot::{Condvar, Mutex, MutexGuard};

/// Hands out items, each with an empty text, to threads that write the texts; passes the texts on in the order of the
/// items.
///
/// Whoever hands in the text that is next passes it on, and those behind it that are there. Few items are out at a time:
/// who asks for more waits for those who write. They never wait while they have an item, so that all come to an end.
pub(super) struct InOrder<I, F> {
    state: Mutex<State<I, F>>,
    /// Told when the text has been passed on that was next.
    moved_on: Condvar,
    window: usize,
}

struct State<I, F> {
    items: I,
    /// How many items have been handed out.
    taken: usize,
    /// The number of the text that is passed on next.
    next: usize,
    /// Texts that are before their turn, by number.
    waiting: BTreeMap<usize, String>,
    /// Texts that have been passed on: their memory is used again.
    free: Vec<String>,
    /// `None` while somebody passes texts on.
    pass_on: Option<F>,
}

/// An item and its text, which is handed in when this is dropped.
pub(super) struct Turn<'s, I: Iterator, F: FnMut(&str)> {
    pub(super) item: I::Item,
    pub(super) text: String,
    number: usize,
    from: &'s InOrder<I, F>,
}

impl<I: Iterator, F: FnMut(&str)> InOrder<I, F> {
    /// Texts of `items`, of which at most `window` are out or wait at a time.
    pub(super) fn new(items: I, window: usize, pass_on: F) -> Self {
        let state = State {
            items,
            taken: 0,
            next: 0,
            waiting: BTreeMap::new(),
            free: Vec::new(),
            pass_on: Some(pass_on),
        };
        Self {
            state: Mutex::new(state),
            moved_on: Condvar::new(),
            window: window.max(1),
        }
    }

    /// The next item, or `None` if there are no more.
    pub(super) fn take(&self) -> Option<Turn<'_, I, F>> {
        let mut state = self.state.lock();
        while state.taken - state.next >= self.window {
            self.moved_on.wait(&mut state);
        }
        let item = state.items.next()?;
        let number = state.taken;
        state.taken += 1;
        let text = state.free.pop().unwrap_or_default();
        let from = self;
        Some(Turn {
            item,
            text,
            number,
            from,
        })
    }

    fn hand_in(&self, number: usize, text: String) {
        let mut state = self.state.lock();
        state.waiting.insert(number, text);
        let Some(mut pass_on) = state.pass_on.take() else {
            // Who passes texts on will come to this one.
            return;
        };
        while let Some(mut text) = state.take_next() {
            MutexGuard::unlocked(&mut state, || pass_on(&text));
            self.moved_on.notify_all();
            text.clear();
            state.free.push(text);
        }
        state.pass_on = Some(pass_on);
    }
}

impl<I, F> State<I, F> {
    fn take_next(&mut self) -> Option<String> {
        let text = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(text)
    }
}

impl<I: Iterator, F: FnMut(&str)> Drop for Turn<'_, I, F> {
    fn drop(&mut self) {
        self.from.hand_in(self.number, std::mem::take(&mut self.text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_in_the_order_of_their_items() {
        for window in [1, 2, 7] {
            let mut all = Vec::new();
            let in_order = InOrder::new(0..100, window, |text: &str| all.push(text.to_owned()));
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        while let Some(mut turn) = in_order.take() {
                            assert!(turn.text.is_empty());
                            // Some take longer than others.
                            (0..turn.item % 7).for_each(|_| std::thread::yield_now());
                            turn.text = turn.item.to_string();
                        }
                    });
                }
            });
            drop(in_order);
            assert_eq!(all, (0..100).map(|n: usize| n.to_string()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn who_panics_keeps_nobody_waiting() {
        let in_order = InOrder::new(0..20, 2, |_: &str| {});
        let write = |item: usize| assert_ne!(item, 3);
        let panicked = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..2)
                .map(|_| {
                    scope.spawn(|| {
                        while let Some(turn) = in_order.take() {
                            write(turn.item);
                        }
                    })
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().err()).count()
        });
        assert_eq!(panicked, 1);
        assert!(in_order.take().is_none());
    }
}
