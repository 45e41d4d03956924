//! Parallel loops, whose ranges of iterations are split when a worker is idle.
//!
//! The body of a loop is a function that runs the iterations `begin..end` in order. The thread that starts the loop calls it
//! for one chunk of iterations after the other. Between two chunks it checks whether a worker is idle. If one is, and the
//! remaining iterations are worth sharing, the loop becomes a shared loop, and a task in the queue *invites* the worker.
//! Workers that are already looking for work get equal shares. A worker that joins later steals half of the remaining
//! iterations from the participant that has most of them. A worker that joins invites the next one if more workers are idle.
//! So if no worker is idle, a loop costs no more than its chunks. Memory is needed for participants, but not for blocks of
//! iterations.
//!
//! This is lazy binary splitting (Tzannes, Caragea, Barua, Vishkin, 2010), with ranges of participants instead of tasks in
//! deques. The length of chunks, and the decision to share a loop, follow from measured time (see `pace`), so there is
//! nothing to tune.
//!
//! At the end, the caller waits for the chunks that other threads have started. Meanwhile it takes part in loops that these
//! chunks run (see `leapfrog`), but runs no unrelated tasks. In a coroutine the caller need not wait: the loop returns a token
//! or a value, which becomes available with the last chunk.

mod caller;
mod closure;
mod experience;
mod leapfrog;
mod nesting;
pub mod pace;
mod range;
mod reduce;
mod shared;
mod slice;
mod team;

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::clock;
use crate::error::{self, Failure};
use crate::head::Outcome;
use crate::local;
use crate::object::{self, Object};
use crate::program_failure::exit_on_failure;
use crate::scheduler::Scheduler;
use crate::token::RawToken;
use crate::trace::{self, Event};
pub use closure::LoopOptions;
pub(crate) use closure::run_closure;
pub(crate) use experience::Experience;
use experience::{Run, Way};
use nesting::Outer;
pub(crate) use nesting::Position;
pub(crate) use reduce::reduce;
use shared::SharedLoop;
pub(crate) use slice::run_over_slice;

/// Runs the iterations `begin..end` of a loop. Returns zero, or a failure code if an iteration failed. After a failure, no
/// further chunks are started.
pub type BodyFn = unsafe extern "C" fn(context: *mut c_void, begin: i64, end: i64) -> i64;

/// How long the caller looks for the end of the last chunks, in ticks.
const FINAL_TICKS: u64 = 10 * clock::TICKS_PER_MICROSECOND;

/// How long it looks after that in the gaps that other threads leave, before it blocks. A loop inside the last chunks may need
/// its help.
const PATIENCE: u64 = 2000 * clock::TICKS_PER_MICROSECOND;

/// How many parts a deterministic runtime runs in an order of its choice.
const SEEDED_PARTS: u64 = 16;

/// What the codes of a body are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Codes {
    /// Handles of failures.
    Failures,
    /// Numbers that mean nothing here.
    Numbers,
}

impl Codes {
    /// What is known of a failure, whose code is not used again.
    ///
    /// # Safety
    /// A body of this kind returned the code.
    unsafe fn take(self, code: i64) -> Option<Arc<Failure>> {
        match self {
            // SAFETY: passed on to the caller.
            Self::Failures => Some(unsafe { error::from_handle(code) }),
            Self::Numbers => None,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Body {
    function: BodyFn,
    context: *mut c_void,
    codes: Codes,
}

// SAFETY: who makes a body promises that any thread may call it.
unsafe impl Send for Body {}
// SAFETY: as above, at the same time.
unsafe impl Sync for Body {}

impl Body {
    /// # Safety
    /// `function(context, begin, end)` may be called on any threads at the same time, with ranges that do not
    /// overlap, as long as the loop runs. Codes other than zero are as `codes` says, and belong to the loop.
    pub(crate) unsafe fn new(function: BodyFn, context: *mut c_void, codes: Codes) -> Self {
        Self {
            function,
            context,
            codes,
        }
    }

    #[inline]
    fn run(&self, begin: u64, end: u64) -> i64 {
        // SAFETY: the promise of the body's maker. A trip count fits into 63 bits.
        unsafe { (self.function)(self.context, begin as i64, end as i64) }
    }
}

/// How a loop is cut.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shape {
    /// The number of iterations.
    pub(crate) trip: u64,
    /// How many iterations are not worth splitting, by an estimate of the work in one; zero if nothing is known.
    pub(crate) first: u64,
    /// How many iterations a participant takes at a time, and thieves cut at multiples of; zero to decide by time.
    pub(crate) grain: u64,
    /// How many threads take part at most; zero for all workers.
    pub(crate) workers: usize,
}

/// What is completed with a loop.
pub(crate) enum LoopCompletion {
    /// The token of a coroutine, which is an error if an iteration failed.
    Token(NonNull<Object>),
    /// The token of a caller who waits, and looks at the code then.
    Signal(NonNull<Object>),
}

impl LoopCompletion {
    /// Completes it for a loop with these codes, whose own was `code`.
    fn complete(self, codes: Codes, code: i64) {
        let (object, outcome, failure) = match self {
            Self::Token(object) if code != 0 => {
                // SAFETY: the loop's body returned the code, and nobody else uses it.
                (object, Outcome::Error, unsafe { codes.take(code) })
            }
            Self::Token(object) | Self::Signal(object) => (object, Outcome::Available, None),
        };
        // SAFETY: the loop owns the reference that completion drops.
        let completed = unsafe { object::complete_and_drop(object, outcome, failure) };
        if let Err(misuse) = completed {
            misuse.report();
        }
    }
}

/// How far a loop came before its caller had no more to do in it.
enum Progress {
    /// All is done; the code of the failure, or zero.
    Done(i64),
    /// Other threads may be at work on their last chunks.
    Shared(Arc<SharedLoop>, Run),
}

/// Runs a loop and waits for it. Returns the code of the failed chunk that comes first among those that failed, or
/// zero.
pub(crate) fn run(scheduler: &Arc<Scheduler>, body: Body, shape: Shape) -> i64 {
    // A program that gives up in an iteration cannot leave the loop, as others may be at work in it.
    exit_on_failure(|| {
        let progress = Outer::with_current(scheduler, |outer| begin(scheduler, body, shape, outer));
        match progress {
            Progress::Done(code) => code,
            Progress::Shared(shared, run) => {
                trace::note(Event::WaitBegin);
                wait(&shared);
                trace::note(Event::WaitEnd);
                run.took(Way::Shared, clock::now());
                shared.note_queued();
                shared.code()
            }
        }
    })
}

/// Runs a loop as far as the calling thread can, and completes `awaited` when all of it is done.
pub(crate) fn start(scheduler: &Arc<Scheduler>, body: Body, shape: Shape, awaited: LoopCompletion) {
    match exit_on_failure(|| begin(scheduler, body, shape, Outer::NONE)) {
        Progress::Done(code) => awaited.complete(body.codes, code),
        Progress::Shared(shared, run) => {
            // Other threads may be at their last chunks: the time that they take beyond that does not count.
            run.took(Way::Shared, clock::now());
            if shared.is_done() {
                shared.note_queued();
                awaited.complete(body.codes, shared.code());
            } else {
                shared.leave_to(awaited);
            }
        }
    }
}

/// Runs the loop until its caller has no more to do.
fn begin(scheduler: &Arc<Scheduler>, body: Body, shape: Shape, outer: Outer<'_>) -> Progress {
    let workers = match shape.workers {
        0 => scheduler.num_workers(),
        asked => asked.min(scheduler.num_workers()),
    };
    if scheduler.chooses() {
        return Progress::Done(run_in_chosen_order(scheduler, body, shape));
    }
    let least = shape.grain.max(shape.first).max(1);
    if workers <= 1 || shape.trip <= least {
        return Progress::Done(if shape.trip == 0 { 0 } else { body.run(0, shape.trip) });
    }
    caller::run(scheduler, body, shape, workers, outer)
}

/// Runs parts of the loop in an order that a deterministic scheduler chooses.
fn run_in_chosen_order(scheduler: &Arc<Scheduler>, body: Body, shape: Shape) -> i64 {
    let part = shape.trip.div_ceil(SEEDED_PARTS).max(shape.grain).max(1);
    let mut parts: Vec<u64> = (0..shape.trip.div_ceil(part)).collect();
    while !parts.is_empty() {
        let chosen = if parts.len() == 1 {
            0
        } else {
            scheduler.choose(parts.len())
        };
        let begin = parts.remove(chosen) * part;
        let code = body.run(begin, begin.saturating_add(part).min(shape.trip));
        if code != 0 {
            return code;
        }
    }
    0
}

/// Whether a thread that has waited so many ticks for the last chunks goes on to look whether they are done: without a pause to speak of
/// for as long as they usually take, since a longer pause would be added to the loop's time; then in the gaps that other threads
/// leave.
fn looks_longer(ticks: u64) -> bool {
    if ticks < FINAL_TICKS {
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
    ticks < PATIENCE
}

fn wait(shared: &Arc<SharedLoop>) {
    if shared.is_done_while(looks_longer) {
        return;
    }
    let token = local::with(RawToken::create);
    shared.leave_to(LoopCompletion::Signal(token.cast()));
    // SAFETY: the creator's reference is ours, and dropped once.
    unsafe {
        object::wait(token.cast::<Object>().as_ref());
        if let Err(misuse) = object::drop_references(token.cast(), 1) {
            misuse.report();
        }
    }
}
