//! The threads of a scheduler: who holds which worker place, who waits for one.
//!
//! A *place* is what makes a thread a worker: a queue and a number. There are always as
//! many places as workers. A worker that blocks hands its place to a spare thread and goes on
//! without one when it is woken; when its task ends it becomes a spare itself. So the number of
//! threads that run tasks stays near the number of workers, and a blocked task never keeps others
//! from running.
//!
//! All of this is off the fast path and guarded by one mutex, under which no task runs.
//!
//! A task that is queued while the pool stops starts it again, and whoever stops it learns that: a worker that has not ended
//! yet may have taken a task that waits for this one. So does whoever stops the pool and sees then that there is a task: what
//! tasks queue starts nothing, and the threads that it needs may have ended.
//!
//! Spare threads are woken newest first, so those that are not needed any more come to their end.
//!
//! Every thread is joined, so that destructors of its thread-local variables have run when the pool is stopped. Threads that
//! end meanwhile are joined by the next one that ends, which has nothing else to do.

use std::sync::atomic::{Ordering, fence};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::place::Place;
use super::{Scheduler, affinity, worker};
use crate::report::abort;

#[derive(Debug)]
pub(crate) struct Pool {
    state: Mutex<PoolState>,
    /// The phase has changed, or the last thread has ended.
    stopping: Condvar,
}

#[derive(Debug)]
struct PoolState {
    phase: Phase,
    /// How often it was stopped.
    stops: u64,
    /// Places that wait for a start.
    free: Vec<Place>,
    /// Places that spares are to take, also while the pool stops: there may be tasks in their queues.
    offered: Vec<Place>,
    /// How threads that wait in `wait_for_place` are woken, the newest last. One that is woken is taken out.
    spares: Vec<Arc<Condvar>>,
    /// Threads that exist.
    live: usize,
    hand_overs: u64,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Stopped,
    Running,
    Stopping,
}

/// What became of an offered place.
#[must_use = "a refused place still belongs to the caller"]
pub(crate) enum HandOver {
    Taken,
    /// There may be no more threads, or the system refuses to make one.
    Refused(Place),
}

impl Pool {
    pub(crate) fn new(places: Vec<Place>) -> Self {
        let state = PoolState {
            phase: Phase::Stopped,
            stops: 0,
            free: places,
            offered: Vec::new(),
            spares: Vec::new(),
            live: 0,
            hand_overs: 0,
            threads: Vec::new(),
        };
        Self {
            state: Mutex::new(state),
            stopping: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a thread for each place, unless the pool runs already.
    pub(crate) fn start(&self, scheduler: &Arc<Scheduler>) {
        let mut state = self.lock();
        let before = std::mem::replace(&mut state.phase, Phase::Running);
        if before == Phase::Running {
            return;
        }
        scheduler.set_running(true);
        self.stopping.notify_all();
        while let Some(place) = state.free.pop() {
            if let Err(refused) = self.give(&mut state, scheduler, place) {
                let (place, error) = *refused;
                if state.live == 0 {
                    abort(format_args!("cannot start a worker thread: {error}"));
                }
                // The threads that there are share the work; a later start may take this place.
                state.free.push(place);
                break;
            }
        }
        if before == Phase::Stopped && scheduler.has_ended() {
            // A future that was suspended when its runtime was dropped goes on. Nobody is there to join the threads later.
            let scheduler = scheduler.clone();
            let _ = thread::Builder::new().spawn(move || scheduler.end());
        }
    }

    /// Gives a place to a spare thread, or to a new one.
    fn give(
        &self,
        state: &mut PoolState,
        scheduler: &Arc<Scheduler>,
        place: Place,
    ) -> Result<(), Box<(Place, std::io::Error)>> {
        let Some(spare) = state.spares.pop() else {
            return spawn(state, scheduler, place);
        };
        state.offered.push(place);
        spare.notify_one();
        Ok(())
    }

    /// Gives a blocked worker's place to another thread. `beyond_cap` allows more threads than
    /// configured.
    pub(crate) fn hand_over(&self, scheduler: &Arc<Scheduler>, place: Place, beyond_cap: bool) -> HandOver {
        let mut state = self.lock();
        if state.live >= scheduler.config().max_threads && !beyond_cap && state.spares.is_empty() {
            return HandOver::Refused(place);
        }
        match self.give(&mut state, scheduler, place) {
            Ok(()) => {
                state.hand_overs += 1;
                HandOver::Taken
            }
            Err(refused) => HandOver::Refused(refused.0),
        }
    }

    /// Waits as a spare thread. `None` means that the thread has to end.
    pub(crate) fn wait_for_place(&self, scheduler: &Scheduler) -> Option<Place> {
        let wake = Arc::<Condvar>::default();
        let mut state = self.lock();
        loop {
            if let Some(place) = state.offered.pop() {
                return Some(place);
            }
            if state.phase != Phase::Running {
                break;
            }
            if let Some(place) = state.free.pop() {
                return Some(place);
            }
            state.spares.push(wake.clone());
            let lifetime = scheduler.config().spare_lifetime;
            let waited = wake.wait_timeout(state, lifetime);
            let (guard, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state = guard;
            state.spares.retain(|spare| !Arc::ptr_eq(spare, &wake));
            if timeout.timed_out() && state.offered.is_empty() {
                break;
            }
        }
        state.live -= 1;
        if state.live == 0 {
            self.stopping.notify_all();
        }
        let finished: Vec<_> = state.threads.extract_if(.., |thread| thread.is_finished()).collect();
        drop(state);
        join(finished);
        None
    }

    /// Takes back the place of a worker that ends because the scheduler stops.
    pub(crate) fn give_back(&self, place: Place) {
        let mut state = self.lock();
        state.free.push(place);
    }

    /// Ends and joins all threads, or waits until another caller has. Returns whether that is done: a task that is queued
    /// meanwhile has the pool run on.
    pub(crate) fn stop(&self, scheduler: &Arc<Scheduler>) -> bool {
        let Some(stops) = self.begin_stop(scheduler) else {
            return true;
        };
        // Whoever queues a task in a task has counted that one before. Whoever does so elsewhere counts it, then looks whether
        // the workers run; here it is the other way round.
        fence(Ordering::SeqCst);
        if !scheduler.is_quiet() {
            self.start(scheduler);
        }
        self.end_stop(stops)
    }

    /// Has all threads end that find no task. Gives the number of this stop; `None` if the pool is stopped.
    fn begin_stop(&self, scheduler: &Scheduler) -> Option<u64> {
        let is_stopping = |state: &mut PoolState| state.phase == Phase::Stopping;
        let waited = self.stopping.wait_while(self.lock(), is_stopping);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.phase == Phase::Stopped {
            return None;
        }
        state.phase = Phase::Stopping;
        state.stops += 1;
        scheduler.set_running(false);
        state.spares.drain(..).for_each(|spare| spare.notify_one());
        let stops = state.stops;
        drop(state);
        scheduler.wake_all();
        Some(stops)
    }

    /// Waits until all threads have ended, and joins them. Returns whether that is done: a start has the pool run on.
    fn end_stop(&self, stops: u64) -> bool {
        let threads = {
            let has_threads = |state: &mut PoolState| state.is_at_stop(stops) && state.live > 0;
            let waited = self.stopping.wait_while(self.lock(), has_threads);
            let mut state = waited.unwrap_or_else(PoisonError::into_inner);
            if !state.is_at_stop(stops) {
                return false;
            }
            std::mem::take(&mut state.threads)
        };
        join(threads);
        let mut state = self.lock();
        if !state.is_at_stop(stops) {
            return false;
        }
        state.phase = Phase::Stopped;
        self.stopping.notify_all();
        true
    }

    pub(crate) fn hand_overs(&self) -> u64 {
        self.lock().hand_overs
    }

    pub(crate) fn live_threads(&self) -> usize {
        self.lock().live
    }
}

impl PoolState {
    /// Whether the pool stops for this time, and was not started again.
    fn is_at_stop(&self, stops: u64) -> bool {
        self.phase == Phase::Stopping && self.stops == stops
    }
}

fn join(threads: Vec<JoinHandle<()>>) {
    for thread in threads {
        // A worker thread does not panic: tasks that do end the process or catch it.
        let _ = thread.join();
    }
}

fn spawn(state: &mut PoolState, scheduler: &Arc<Scheduler>, place: Place) -> Result<(), Box<(Place, std::io::Error)>> {
    let builder = thread::Builder::new()
        .name("asyncir-worker".into())
        .stack_size(scheduler.config().stack_size);
    // The place reaches the thread through this cell, so that it is not lost if the thread cannot
    // be made.
    let cell = Arc::new(Mutex::new(Some(place)));
    let (for_thread, owner) = (cell.clone(), scheduler.clone());
    let take = |cell: &Mutex<Option<Place>>| cell.lock().unwrap_or_else(PoisonError::into_inner).take();
    let spawn = || builder.spawn(move || worker::thread_main(owner, take(&for_thread)));
    match affinity::while_unbound(spawn) {
        Ok(thread) => {
            state.live += 1;
            state.threads.push(thread);
            Ok(())
        }
        Err(error) => match take(&cell) {
            Some(place) => Err(Box::new((place, error))),
            None => unreachable!("a thread that does not exist took the place"),
        },
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::cell::RefCell;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::super::Config;
    use super::*;
    use crate::error::CalledFromTask;
    use crate::token::{self, Completer, Token};

    thread_local! {
        static AT_END: RefCell<Option<AtEnd>> = const { RefCell::new(None) };
    }

    /// Calls a function when the thread has nearly ended.
    struct AtEnd(Option<Box<dyn FnOnce() + Send>>);

    impl Drop for AtEnd {
        fn drop(&mut self) {
            self.0.take().into_iter().for_each(|function| function());
        }
    }

    fn with_one_worker() -> Arc<Scheduler> {
        let mut config = Config::new(1, None).expect("one worker");
        config.spare_lifetime = Duration::from_millis(1);
        Scheduler::new(config)
    }

    /// A task that blocks, so that its thread gives its place to another one, until it is completed.
    fn block_a_thread(scheduler: &Arc<Scheduler>, first: impl FnOnce() + Send + 'static) -> (Completer, Token) {
        let hand_overs = scheduler.stats().hand_overs;
        let (completer, token) = Token::pending();
        let (task, done) = token::with_task(move |completer| {
            first();
            token.wait().expect("no error");
            completer.complete();
        });
        scheduler.spawn(task);
        while scheduler.stats().hand_overs == hand_overs {
            thread::yield_now();
        }
        (completer, done)
    }

    /// Has a thread end, which then calls a function.
    fn end_a_thread(scheduler: &Arc<Scheduler>, at_end: impl FnOnce() + Send + 'static) {
        let at_end = AtEnd(Some(Box::new(at_end)));
        let (completer, done) = block_a_thread(scheduler, || AT_END.set(Some(at_end)));
        completer.complete();
        done.wait().expect("no error");
        while scheduler.live_threads() > 1 {
            thread::yield_now();
        }
    }

    #[test]
    fn threads_have_ended_entirely_when_the_pool_is_stopped() {
        let scheduler = with_one_worker();
        let has_ended = Arc::<AtomicBool>::default();
        let note = has_ended.clone();
        end_a_thread(&scheduler, move || {
            thread::sleep(Duration::from_millis(200));
            note.store(true, Ordering::SeqCst);
        });
        end_a_thread(&scheduler, || ());
        assert_eq!(scheduler.shutdown(), Ok(()));
        assert!(has_ended.load(Ordering::SeqCst), "a thread still runs destructors");
    }

    #[test]
    fn a_thread_that_ends_does_not_wait_for_itself() {
        let scheduler = with_one_worker();
        let (send, receive) = mpsc::channel();
        let own = scheduler.clone();
        end_a_thread(&scheduler, move || send.send(own.shutdown()).expect("somebody listens"));
        assert_eq!(receive.recv(), Ok(Err(CalledFromTask)));
        assert_eq!(scheduler.shutdown(), Ok(()));
    }

    #[test]
    fn a_task_that_is_queued_while_the_pool_stops_is_run() {
        let scheduler = with_one_worker();
        let (completer, blocked) = block_a_thread(&scheduler, || ());
        let stops = scheduler.pool.begin_stop(&scheduler).expect("it runs");
        let stopping = scheduler.clone();
        let stop = thread::spawn(move || stopping.pool.end_stop(stops));
        // The threads that had nothing to do have ended, or do so now.
        thread::sleep(Duration::from_millis(20));
        let (task, done) = token::with_task(|own| {
            completer.complete();
            own.complete();
        });
        scheduler.spawn(task);
        done.wait().expect("no error");
        assert!(!stop.join().expect("no panic"), "the pool runs on");
        blocked.wait().expect("no error");
        assert_eq!(scheduler.shutdown(), Ok(()));
        assert_eq!(scheduler.live_threads(), 0);
    }

    #[test]
    fn a_pool_that_is_stopped_too_early_has_threads_for_what_tasks_queue() {
        let scheduler = Scheduler::new(Config::new(2, None).expect("two workers"));
        let (begin, may_begin) = mpsc::channel();
        let (send, receive) = mpsc::channel();
        let own = scheduler.clone();
        let (task, done) = token::with_task(move |completer| {
            may_begin.recv().expect("somebody sends");
            let (task, _) = token::with_task(move |inner| {
                send.send(()).expect("somebody listens");
                inner.complete();
            });
            own.spawn(task);
            // Unlike a wait for a token, this gives no place away.
            receive.recv().expect("the other worker runs the task");
            completer.complete();
        });
        scheduler.spawn(task);
        assert!(!scheduler.pool.stop(&scheduler), "there is a task");
        // Time for a worker to end that should not.
        thread::sleep(Duration::from_millis(20));
        begin.send(()).expect("somebody listens");
        done.wait().expect("no error");
        assert_eq!(scheduler.shutdown(), Ok(()));
    }

    #[test]
    fn spares_end_that_are_not_needed_any_more() {
        let mut config = Config::new(1, None).expect("one worker");
        config.spare_lifetime = Duration::from_millis(300);
        let scheduler = Scheduler::new(config);
        let blocked: Vec<_> = (0..20).map(|_| block_a_thread(&scheduler, || ())).collect();
        for (completer, done) in blocked {
            completer.complete();
            done.wait().expect("no error");
        }
        // One task at a time blocks, more often than spares end.
        let begin = std::time::Instant::now();
        while scheduler.live_threads() > 4 {
            assert!(begin.elapsed() < Duration::from_secs(60), "spares stay");
            let (completer, done) = block_a_thread(&scheduler, || ());
            completer.complete();
            done.wait().expect("no error");
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(scheduler.shutdown(), Ok(()));
    }
}
