//! When a thief leaves tasks where they are.

use super::Scheduler;

/// Leaves the tasks that a thread queued last to it for a moment: it is likely to run or await them right
/// away, or still uses their tokens, and moving those between processors costs more than a task.
#[derive(Default)]
pub(super) struct StealBackoff {
    seen: Option<(usize, u64)>,
    looks: u32,
}

/// A queue that holds as many has some that are not fresh.
const PLENTY: usize = 8;

/// How often a searching worker leaves fresh tasks alone.
const MAX_LOOKS: u32 = 4;

impl StealBackoff {
    /// Whether all tasks of a victim are fresh.
    pub(super) fn asks_to_wait(&mut self, victim: usize, tasks: usize, scheduler: &Scheduler) -> bool {
        if tasks >= PLENTY || self.looks >= MAX_LOOKS {
            return false;
        }
        self.looks += 1;
        let now = (victim, scheduler.tasks_started(victim));
        self.seen.replace(now) != Some(now)
    }
}
