//! The queue of a runtime without workers: tasks in order, of which a thread finds those that it awaits by their keys.
//!
//! A task that is taken out of the middle leaves a gap. When there are more gaps than tasks, all of them go, so that each
//! costs a constant number of steps.

use std::collections::{HashMap, VecDeque};

use super::task::Task;
use crate::local::Key;

/// As many gaps as are no waste.
const FEW: usize = 32;

/// As many places as are no waste.
const SOME: usize = 1024;

#[derive(Default)]
pub(super) struct KeyedQueue {
    /// The first is no gap.
    slots: VecDeque<Slot>,
    /// How many tasks were ever queued.
    queued: u64,
    /// The number of the first slot. Later slots have higher numbers, and no number is used twice.
    first: u64,
    /// The numbers of the slots of tasks that have a key.
    numbers: HashMap<Key, u64, foldhash::fast::FixedState>,
    len: usize,
    /// Whether tasks are where [`Self::take_nth`] moved them, not in the order in which they were queued.
    is_mixed: bool,
}

struct Slot {
    /// How many tasks were queued before.
    before: u64,
    /// `None` in a gap.
    task: Option<Task>,
}

impl KeyedQueue {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn push(&mut self, task: Task) {
        if task.key() != 0 {
            self.numbers.insert(task.key(), self.first + self.slots.len() as u64);
        }
        self.slots.push_back(Slot {
            before: self.queued,
            task: Some(task),
        });
        self.queued += 1;
        self.len += 1;
    }

    /// How many tasks were ever queued.
    pub(super) fn queued(&self) -> u64 {
        self.queued
    }

    /// Takes the oldest task that was queued when so many had been, or later; gives it with how many had been then.
    pub(super) fn take_since(&mut self, queued: u64) -> Option<(u64, Task)> {
        self.restore_order();
        let first = self.slots.partition_point(|slot| slot.before < queued);
        let (place, before) = (first..self.slots.len())
            .map(|place| (place, &self.slots[place]))
            .find_map(|(place, slot)| slot.task.is_some().then_some((place, slot.before)))?;
        Some((before, self.take_at(place)?))
    }

    /// Takes one of the tasks that were queued when so many had been, or later: `choose` says which one of several.
    pub(super) fn choose_since(&mut self, queued: u64, choose: impl FnOnce(usize) -> usize) -> Option<Task> {
        let is_later = |slot: &Slot| slot.task.is_some() && slot.before >= queued;
        let later = self.slots.iter().filter(|slot| is_later(slot)).count();
        let chosen = if later > 1 { choose(later) } else { 0 };
        let mut places = (0..self.slots.len()).filter(|&place| is_later(&self.slots[place]));
        let place = places.nth(chosen)?;
        self.take_at(place)
    }

    /// Takes the task that was queued first.
    pub(super) fn take_oldest(&mut self) -> Option<Task> {
        self.restore_order();
        self.pop()
    }

    fn restore_order(&mut self) {
        if std::mem::take(&mut self.is_mixed) {
            self.first += self.slots.len() as u64;
            self.slots.retain(|slot| slot.task.is_some());
            self.slots.make_contiguous().sort_unstable_by_key(|slot| slot.before);
            self.number_again();
        }
    }

    /// Takes the first task: the oldest, unless tasks were moved.
    pub(super) fn pop(&mut self) -> Option<Task> {
        self.take_at(0)
    }

    /// Takes the newest of the tasks that have one of these keys.
    pub(super) fn take(&mut self, keys: impl Iterator<Item = Key>) -> Option<Task> {
        let newest = keys.filter_map(|key| self.numbers.get(&key).copied()).max()?;
        self.take_at((newest - self.first) as usize)
    }

    /// Takes the task in a place, which the last one moves to.
    pub(super) fn take_nth(&mut self, index: usize) -> Option<Task> {
        self.close_gaps();
        let last = self.slots.len().checked_sub(1).filter(|&last| index <= last)?;
        self.slots.swap(index, last);
        self.is_mixed |= index < last;
        let task = self.slots.pop_back()?.task?;
        self.len -= 1;
        self.numbers.remove(&task.key());
        if let Some(Slot { task: Some(moved), .. }) = self.slots.get(index)
            && moved.key() != 0
        {
            self.numbers.insert(moved.key(), self.first + index as u64);
        }
        self.give_back();
        Some(task)
    }

    fn take_at(&mut self, place: usize) -> Option<Task> {
        let task = self.slots.get_mut(place)?.task.take()?;
        self.len -= 1;
        self.numbers.remove(&task.key());
        while let Some(Slot { task: None, .. }) = self.slots.front() {
            self.slots.pop_front();
            self.first += 1;
        }
        if self.slots.len() > 2 * self.len + FEW {
            self.close_gaps();
        }
        self.give_back();
        Some(task)
    }

    /// Gives back memory that a few tasks do not need.
    fn give_back(&mut self) {
        let needed = SOME.max(2 * self.slots.len());
        if self.slots.capacity() > 2 * needed {
            self.slots.shrink_to(needed);
        }
        if self.numbers.capacity() > 4 * needed {
            self.numbers.shrink_to(needed);
        }
    }

    fn close_gaps(&mut self) {
        if self.slots.len() == self.len {
            return;
        }
        self.first += self.slots.len() as u64;
        self.slots.retain(|slot| slot.task.is_some());
        self.number_again();
    }

    /// Notes where the tasks with keys are, when there are no gaps.
    fn number_again(&mut self) {
        let tasks = self.slots.iter().filter_map(|slot| slot.task.as_ref());
        for (number, task) in (self.first..).zip(tasks) {
            if task.key() != 0 {
                self.numbers.insert(task.key(), number);
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn keys(tasks: impl IntoIterator<Item = Option<Task>>) -> Vec<Key> {
        tasks.into_iter().flatten().map(|task| task.key()).collect()
    }

    fn queue_of(keys: impl IntoIterator<Item = Key>) -> KeyedQueue {
        let mut queue = KeyedQueue::default();
        for key in keys {
            queue.push(Task::noop().with_key(key));
        }
        queue
    }

    #[test]
    fn tasks_are_found_by_their_keys_and_else_come_in_order() {
        let mut queue = queue_of([4, 0, 5, 6, 0, 7]);
        assert!(queue.take([8, 0].into_iter()).is_none(), "zero is no key");
        assert_eq!(keys([queue.take([4, 6, 5].into_iter())]), [6]);
        assert!(queue.take([6].into_iter()).is_none());
        assert_eq!(queue.len(), 5);
        assert_eq!(keys([queue.take_nth(3)]), [0]);
        assert_eq!(keys(std::iter::from_fn(|| queue.pop()).map(Some)), [4, 0, 5, 7]);
        assert!(queue.is_empty() && queue.numbers.is_empty());
    }

    #[test]
    fn the_last_task_moves_to_the_place_of_one_that_is_taken() {
        let mut queue = queue_of([4, 5, 6, 7]);
        assert_eq!(keys([queue.take_nth(1), queue.take_nth(1)]), [5, 7]);
        assert!(queue.take_nth(2).is_none());
        assert_eq!(keys([queue.take([6].into_iter()), queue.pop()]), [6, 4]);
        assert!(queue.is_empty() && queue.numbers.is_empty());
    }

    #[test]
    fn tasks_are_found_by_when_they_were_queued() {
        let mut queue = queue_of([4, 5, 6]);
        assert_eq!(queue.queued(), 3);
        queue.push(Task::noop().with_key(7));
        queue.push(Task::noop().with_key(8));
        assert_eq!(keys([queue.take_nth(0)]), [4], "and the newest one moves");
        assert_eq!(keys([queue.choose_since(3, |count| count - 1)]), [7]);
        assert_eq!(keys([queue.choose_since(3, |_| 0), queue.choose_since(3, |_| 0)]), [8]);
        assert_eq!(keys(std::iter::from_fn(|| queue.pop()).map(Some)), [5, 6]);
    }

    #[test]
    fn the_oldest_of_later_tasks_comes_first() {
        let mut queue = queue_of(1..=100);
        let mut since = 40;
        let take = |queue: &mut KeyedQueue, since| queue.take_since(since).map(|(before, task)| (before, task.key()));
        assert_eq!(keys([queue.take([42].into_iter())]), [42], "and leaves a gap");
        for (before, key) in [(40, 41), (42, 43), (43, 44)] {
            assert_eq!(take(&mut queue, since), Some((before, key)));
            since = before + 1;
        }
        assert_eq!(keys([queue.take_nth(0)]), [1]);
        assert_eq!(take(&mut queue, 0), Some((1, 2)), "also when others were moved");
        assert_eq!(take(&mut queue, 100), None);
    }

    #[test]
    fn memory_that_is_not_needed_is_given_back() {
        let count = if cfg!(miri) { 10_000 } else { 100_000 };
        let mut queue = queue_of(1..=count);
        assert!(queue.slots.capacity() as u64 >= count);
        while queue.take_oldest().is_some() {}
        assert!(queue.slots.capacity() <= 4 * SOME && queue.numbers.capacity() <= 8 * SOME);
        let mut queue = queue_of(1..=count);
        while queue.take_nth(0).is_some() {}
        assert!(queue.slots.capacity() <= 4 * SOME && queue.numbers.capacity() <= 8 * SOME);
    }

    #[test]
    fn the_oldest_task_is_found_after_others_were_moved() {
        let mut queue = queue_of([4, 5, 6, 7, 8]);
        assert_eq!(keys([queue.take_nth(0), queue.take([6].into_iter())]), [4, 6]);
        assert_eq!(keys([queue.take_oldest()]), [5]);
        queue.push(Task::noop().with_key(9));
        assert_eq!(keys([queue.take([8].into_iter())]), [8]);
        assert_eq!(keys(std::iter::from_fn(|| queue.take_oldest()).map(Some)), [7, 9]);
        assert!(queue.is_empty() && queue.numbers.is_empty());
    }

    #[test]
    fn gaps_go() {
        let mut queue = queue_of(1..=1000);
        for key in (2..=1000).rev() {
            assert_eq!(keys([queue.take([key].into_iter())]), [key]);
            assert!(queue.slots.len() <= 2 * queue.len() + FEW);
        }
        queue.push(Task::noop().with_key(1001));
        assert_eq!(
            keys([queue.take([1001].into_iter()), queue.pop(), queue.pop()]),
            [1001, 1]
        );
    }
}
