//! A loop as its caller runs it, until it is done or becomes a shared one.

use std::sync::Arc;

use super::experience::{Advice, Run, Way};
use super::nesting::Outer;
use super::pace::{Hints, Pace};
use super::shared::{Beginning, SharedLoop};
use super::{Body, Progress, Shape};
use crate::clock;
use crate::local;
use crate::scheduler::Scheduler;

/// Runs chunks until a worker is idle and the rest is worth sharing, or as the thread's experience says.
pub(super) fn run(scheduler: &Arc<Scheduler>, body: Body, shape: Shape, workers: usize, outer: Outer<'_>) -> Progress {
    let (run, advice) = Run::begin(body.function as usize, shape);
    if advice == Advice::Blindly {
        return Progress::Done(body.run(0, shape.trip));
    }
    let mut caller = Caller {
        scheduler,
        body,
        shape,
        hints: Hints {
            heavy: shape.first == 0 || shape.grain > 0,
            eager: matches!(advice, Advice::Share(..)),
        },
        pace: pace_of(shape, advice, workers),
        outer,
        next: 0,
        time: run.begun(),
    };
    let mut code = match advice {
        Advice::Watched(expected) => match caller.run_part(expected) {
            Ok(()) => return Progress::Done(body.run(caller.next, shape.trip)),
            Err(code) => code,
        },
        Advice::Alone(expected) => caller.run_as_expected(expected),
        _ => 0,
    };
    while code == 0 && caller.next < shape.trip {
        if caller.wants_help() {
            return Progress::Shared(caller.share(workers), run);
        }
        code = caller.run_chunk();
    }
    if code == 0 {
        run.took(Way::Alone, caller.time);
    }
    Progress::Done(code)
}

/// What has been learnt of a loop counts only if its iterations are about the same work each time.
fn pace_of(shape: Shape, advice: Advice, workers: usize) -> Pace {
    match (shape, advice) {
        (Shape { grain: 1.., .. }, _) => Pace::fixed(shape.grain),
        (Shape { first: 1.., .. }, Advice::Share(way, ticks)) => {
            // All may have taken part, for all that is known.
            let threads = if way == Way::Shared { workers as u64 } else { 1 };
            Pace::known(shape.first, shape.trip, ticks.saturating_mul(threads))
        }
        _ => Pace::new(shape.first),
    }
}

struct Caller<'a> {
    scheduler: &'a Arc<Scheduler>,
    body: Body,
    shape: Shape,
    hints: Hints,
    pace: Pace,
    outer: Outer<'a>,
    /// The first iteration that is not done.
    next: u64,
    /// When the last chunk ended.
    time: u64,
}

impl Caller<'_> {
    fn left(&self) -> u64 {
        self.shape.trip - self.next
    }

    fn wants_help(&self) -> bool {
        let unshared = local::with(|local| local.unshared.get());
        let idle = self.outer.idle(self.scheduler);
        self.left() > self.pace.least() && self.pace.wants_help(self.left(), idle, self.hints, unshared)
    }

    /// Shares what is left, and takes part until nothing is left that nobody has begun.
    fn share(&self, workers: usize) -> Arc<SharedLoop> {
        let shared = SharedLoop::new(&Beginning {
            scheduler: self.scheduler,
            body: self.body,
            base: self.next,
            trip: self.shape.trip,
            grain: self.shape.grain,
            hints: self.hints,
            pace: self.pace,
            places: workers,
            outer: self.outer,
        });
        shared.work_as_caller();
        shared
    }

    fn run_chunk(&mut self) -> i64 {
        let chunk = self.pace.next_alone(self.left());
        let (code, ticks) = self.run(chunk);
        self.pace.ran(chunk, ticks);
        local::with(|local| local.unshared.set(local.unshared.get().saturating_add(ticks)));
        code
    }

    /// Runs so many more iterations. Gives the code, and how long that took.
    fn run(&mut self, iterations: u64) -> (i64, u64) {
        let end = self.next + iterations;
        let code = self.body.run(self.next, end);
        let now = clock::now();
        let ticks = now.saturating_sub(self.time);
        (self.next, self.time) = (end, now);
        (code, ticks)
    }

    /// Runs a loop that should take so many ticks. If nothing is known of the work in an iteration, the rest is left if a
    /// part shows that this time it takes longer.
    fn run_as_expected(&mut self, expected: u64) -> i64 {
        if self.shape.first == 0
            && let Err(code) = self.run_part(expected)
        {
            return code;
        }
        self.run(self.left()).0
    }

    /// Runs a part of a loop that as a whole should take so many ticks.
    ///
    /// # Errors
    /// If an iteration fails, with its code, or if the part alone takes as long, with zero.
    fn run_part(&mut self, expected: u64) -> Result<(), i64> {
        let part = (self.shape.trip / 4).max(1);
        let (code, ticks) = self.run(part);
        if code == 0 && ticks <= expected {
            return Ok(());
        }
        self.pace.ran(part, ticks);
        Err(code)
    }
}
