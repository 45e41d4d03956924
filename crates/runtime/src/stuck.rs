//! Waits that nothing is going to end.
//!
//! A group that gets fewer members than its size is never complete, and whoever awaits it waits for ever; so do tasks that
//! wait for each other. A thread that is not the runtime's and blocks, or finds no task to run, looks from time to time
//! whether anything can still complete what it waits for: a task that is queued, or one that runs and does not block itself,
//! in any runtime of the process, since a handle does not say which of them completes it. It says so if there is none. It
//! waits on all the same, since threads that the runtime does not know may complete what it waits for.
//!
//! # Why a report is right
//!
//! The counters of queued and finished tasks only grow. Two readings with the same numbers show that no task was queued or
//! finished in between. If as many tasks run as block at both of them, then these did not run in between, but for one that
//! blocks at both readings and went on for a moment between them; the interval makes this unlikely, and the report is worded
//! as the guess that it is.

use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crossbeam_utils::sync::Parker;

use crate::drop_caught::caught;
use crate::object::Kind;
use crate::scheduler::{self, TaskCounts};
use crate::waiter::Waiter;

/// How long a thread waits before it looks for the first time.
const FIRST_LOOK: Duration = Duration::from_secs(1);

/// How long at most it waits before it looks again: the time doubles from look to look.
const LONGEST_PAUSE: Duration = Duration::from_secs(64);

/// The time between the two readings of the counters.
const INTERVAL: Duration = Duration::from_millis(200);

/// Who is told of waits without an end.
static REPORT: OnceLock<fn(&StuckWait)> = OnceLock::new();

/// A blocking wait, of a thread that is not the runtime's or that runs its tasks only while it waits, while no task is running
/// that could end it.
///
/// Its [`Display`](fmt::Display) form is a sentence for the person who runs the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StuckWait {
    /// What is waited for.
    pub awaited: Awaited,
    /// How many tasks block in waits of their own. Suspended coroutines are not counted.
    pub blocked_tasks: u64,
}

/// What a wait is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Awaited {
    /// A token.
    Token,
    /// A value.
    Value,
    /// A group.
    Group {
        /// How many members it waits for.
        size: u64,
        /// How many it has so far.
        added: u64,
        /// How many of those are complete.
        complete: u64,
    },
}

/// From now on, `report` is called when a thread that is not the runtime's, or that drives an
/// [inline](crate::RuntimeBuilder::inline) or [deterministic](crate::RuntimeBuilder::deterministic) one, has waited for a
/// second or more and nothing is running that could end the wait: once for each such wait. The thread waits on afterwards.
/// Only the first call has an effect.
///
/// Programs in which other threads than the runtime's complete tokens and values, such as callbacks of a device, must not
/// ask for reports: the runtime does not know of those threads. A process may have several runtimes: there is a report if
/// nothing is running in any of them, whichever it is that would complete what is waited for.
pub fn report_stuck_waits(report: fn(&StuckWait)) {
    // A second report would be about the same waits.
    let _ = REPORT.set(report);
}

impl Awaited {
    /// A token or a value; groups tell more of themselves.
    pub(crate) fn of_kind(kind: Kind) -> Self {
        match kind {
            Kind::Value => Self::Value,
            Kind::Token | Kind::Group => Self::Token,
        }
    }
}

impl fmt::Display for StuckWait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the program seems to wait for ever: ")?;
        match self.awaited {
            Awaited::Token => f.write_str("it waits for a token")?,
            Awaited::Value => f.write_str("it waits for a value")?,
            Awaited::Group { size, added, complete } => {
                let plural = if added == 1 { "" } else { "s" };
                write!(f, "it waits for a group of size {size} that has {added} member{plural}")?;
                if complete < added {
                    write!(f, ", {complete} of them complete")?;
                }
            }
        }
        f.write_str(", and no task is running")?;
        match self.blocked_tasks {
            0 => Ok(()),
            1 => f.write_str(" but for one that waits, too"),
            count => write!(f, " but for {count} that wait, too"),
        }
    }
}

/// Parks the thread until the waiter was fired, or until a report was made. Returns at once if nobody asked for reports. The
/// thread counts for `own_tasks` of the tasks that block.
pub(crate) fn watch(awaited: &dyn Fn() -> Awaited, parker: &Parker, waiter: &Waiter, own_tasks: u64) {
    if REPORT.get().is_none() {
        return;
    }
    let mut looks = Looks::default();
    while !waiter.is_done() && !looks.has_reported {
        looks.look(waiter, awaited, own_tasks);
        parker.park_timeout(looks.time_left());
    }
}

/// The looks of a thread that waits and has nothing to run.
#[derive(Default)]
pub(crate) struct Looks {
    /// When it looks next; `None` if it has not waited yet.
    next: Option<Instant>,
    /// How long it waited for the last look, but for the second reading.
    pause: Duration,
    /// What it read at the last look, if no task ran then.
    before: Option<Vec<TaskCounts>>,
    has_reported: bool,
}

impl Looks {
    /// Looks if it is time to, and reports a wait that nothing ends, once. To be called again and again while there is nothing to
    /// run. The thread counts for `own_tasks` of the tasks that block.
    pub(crate) fn look(&mut self, waiter: &Waiter, awaited: &dyn Fn() -> Awaited, own_tasks: u64) {
        let Some(report) = REPORT.get().filter(|_| !self.has_reported) else {
            return;
        };
        let Some(next) = self.next else {
            return self.look_later(FIRST_LOOK);
        };
        if Instant::now() < next || waiter.is_done() {
            return;
        }
        let counts = scheduler::task_counts_of_all();
        let before = self.before.take();
        if before.as_ref().is_some_and(|before| *before != counts) || !counts.iter().all(TaskCounts::all_block) {
            self.look_later((self.pause * 2).min(LONGEST_PAUSE));
        } else if before.is_none() {
            self.next = Some(Instant::now() + INTERVAL);
            self.before = Some(counts);
        } else {
            self.has_reported = true;
            let blocked: u64 = counts.iter().map(|counts| counts.blocking).sum();
            let (awaited, blocked_tasks) = (awaited(), blocked.saturating_sub(own_tasks));
            // A panic must not leave: the waiter on this stack is registered.
            caught(|| report(&StuckWait { awaited, blocked_tasks }));
        }
    }

    fn look_later(&mut self, pause: Duration) {
        self.pause = pause;
        self.next = Some(Instant::now() + pause);
    }

    /// How long it is until the next look.
    fn time_left(&self) -> Duration {
        let left = |next: Instant| next.saturating_duration_since(Instant::now());
        self.next.map_or(FIRST_LOOK, left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(awaited: Awaited, blocked_tasks: u64) -> String {
        StuckWait { awaited, blocked_tasks }.to_string()
    }

    #[test]
    fn reports_say_what_is_waited_for() {
        let group = Awaited::Group {
            size: 3,
            added: 2,
            complete: 1,
        };
        let prefix = "the program seems to wait for ever: it waits for a ";
        let group_text = "group of size 3 that has 2 members, 1 of them complete, and no task is running";
        assert_eq!(text(group, 0), format!("{prefix}{group_text}"));
        let token_text = "token, and no task is running but for 2 that wait, too";
        assert_eq!(text(Awaited::Token, 2), format!("{prefix}{token_text}"));
    }

    #[test]
    fn tasks_that_run_are_no_reason_for_a_report() {
        let counts = |queued, run, blocking| TaskCounts { queued, run, blocking };
        assert!(counts(5, 5, 0).all_block());
        assert!(counts(5, 3, 2).all_block());
        assert!(!counts(5, 3, 1).all_block());
    }
}
