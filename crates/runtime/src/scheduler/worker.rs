//! What a worker thread does: run the tasks of its place, steal from others, park.

use std::ptr;
use std::sync::Arc;
use std::time::Instant;

use super::context::{Installed, ThreadContext};
use super::place::Place;
use super::steal_backoff::StealBackoff;
use super::{Scheduler, affinity};
use crate::clock::{self, TICKS_PER_MICROSECOND};
use crate::local;
use crate::trace::{self, Event};

/// How often a searching worker looks at all queues before it gives up the processor between looks.
const SPIN_ROUNDS: u32 = 12;
/// How long it pauses between the first two looks, in ticks: each pause is twice the one before, up to eight times the first.
/// By the clock, as the instruction for it takes ten times as long on one processor as on another.
const FIRST_PAUSE: u64 = TICKS_PER_MICROSECOND / 5;
/// How many instructions that pause pass between looks at the shared queue.
const PAUSES: u32 = 4;
/// How often it does so at least before it parks.
const YIELD_ROUNDS: u32 = 8;

/// How long a worker looks for tasks after it took part in a parallel loop, in ticks: the next loop is likely to follow soon,
/// and takes less time than it takes to wake a thread. It gives the processor up between looks.
const AFTER_LOOP: u64 = 2000 * TICKS_PER_MICROSECOND;

/// A thread that gets its processor back so many ticks after it gave it up shares it with another one, perhaps with the one
/// that runs the loops. The system wakes who is parked on a processor that is free.
const CONTENDED: u64 = 50 * TICKS_PER_MICROSECOND;

pub(crate) fn thread_main(scheduler: Arc<Scheduler>, mut place: Option<Place>) {
    let here = 0u8;
    let stack_limit = ptr::from_ref(&here)
        .addr()
        .saturating_sub(scheduler.config().stack_size / 2);
    local::with(|local| local.made_by.set(Arc::as_ptr(&scheduler)));
    let context = ThreadContext::worker(scheduler, stack_limit);
    let _installed = Installed::new(&context);
    trace::name_thread("worker");
    while let Some(place) = place.take().or_else(|| context.scheduler.wait_for_place()) {
        if context.scheduler.config().pin {
            affinity::bind_current_thread(place.index);
        }
        context.put_place(place);
        context.work();
    }
}

impl ThreadContext {
    /// Runs tasks until the place is lost to another thread or the scheduler stops.
    fn work(&self) {
        while self.holds_place() {
            match self.next_task() {
                Some(task) => self.run(task),
                None if !self.search() => return,
                None => {}
            }
        }
    }

    /// Pauses, unless something comes to the shared queue.
    fn spin_until_offered(&self, ticks: u64) {
        let begin = clock::now();
        while clock::now().saturating_sub(begin) < ticks && self.scheduler.shared_queue().is_empty() {
            (0..PAUSES).for_each(|_| std::hint::spin_loop());
        }
    }

    /// Whether a search that has lasted so many rounds since `begin` goes on. After a parallel loop it goes on until the next
    /// one, for some time, as long as the thread is alone on its processor.
    fn looks_longer(&self, round: u32, begin: Instant, is_alone: bool) -> bool {
        if round < SPIN_ROUNDS + YIELD_ROUNDS {
            return true;
        }
        let spins = || begin.elapsed() < self.scheduler.config().spin;
        let looped = || expects_loop(local::with(|local| local.looped.get()), clock::now());
        self.scheduler.is_running() && (spins() || is_alone && looped())
    }

    /// Looks for tasks elsewhere and runs one; parks if there is none. Returns whether to go on.
    fn search(&self) -> bool {
        let scheduler = &self.scheduler;
        scheduler.sleep().start_search();
        loop {
            let mut backoff = StealBackoff::default();
            let begin = Instant::now();
            let mut round = 0;
            let mut is_alone = true;
            while self.looks_longer(round, begin, is_alone) {
                if let Some(task) = self.steal_with_backoff(&mut backoff) {
                    scheduler.sleep().stop_search(|| scheduler.has_work());
                    if let Some(place) = self.place_index() {
                        scheduler.counters().stole(place);
                    }
                    trace::note(Event::Steal);
                    self.run(task);
                    return true;
                }
                if round == 0 {
                    scheduler.out_of_tasks();
                }
                if round < SPIN_ROUNDS {
                    self.spin_until_offered(FIRST_PAUSE << round.min(3));
                } else {
                    is_alone = yield_alone();
                }
                round += 1;
            }
            if !scheduler.is_running() {
                scheduler.sleep().stop_search(|| scheduler.has_work());
                if let Some(place) = self.take_place() {
                    scheduler.give_back(place);
                }
                return false;
            }
            let has_work = || scheduler.has_work() || !scheduler.is_running();
            if let Some(place) = self.place_index() {
                scheduler.counters().parked(place);
            }
            trace::note(Event::ParkBegin);
            trace::flush();
            scheduler.sleep().park(&self.sleep_state, &self.parker, has_work);
            trace::note(Event::ParkEnd);
        }
    }
}

/// Whether a thread that took part in its last parallel loop at the time `looped` did so a moment ago.
fn expects_loop(looped: u64, now: u64) -> bool {
    looped != 0 && now.saturating_sub(looped) < AFTER_LOOP
}

/// Gives the processor up for a moment. Says whether nobody else needed it for longer.
fn yield_alone() -> bool {
    let begin = clock::now();
    std::thread::yield_now();
    clock::now().saturating_sub(begin) < CONTENDED
}

#[cfg(all(test, not(loom)))]
mod tests;
