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
//! Every thread is joined, so that destructors of its thread-local variables have run when the pool is stopped. Threads that
//! end meanwhile are joined by the next one that ends, which has nothing else to do.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::Scheduler;
use super::place::Place;
use super::worker;

#[derive(Debug)]
pub(crate) struct Pool {
    state: Mutex<PoolState>,
    place_offered: Condvar,
    stopped: Condvar,
}

#[derive(Debug)]
struct PoolState {
    phase: Phase,
    /// Places that no thread holds: all of them before the start, and those offered to spares.
    free: Vec<Place>,
    /// Threads that wait in `wait_for_place`.
    spares: usize,
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
            free: places,
            spares: 0,
            live: 0,
            hand_overs: 0,
            threads: Vec::new(),
        };
        Self {
            state: Mutex::new(state),
            place_offered: Condvar::new(),
            stopped: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts one thread per place, unless they run already.
    pub(crate) fn start(&self, scheduler: &Arc<Scheduler>) {
        let mut state = self.lock();
        if state.phase != Phase::Stopped {
            return;
        }
        state.phase = Phase::Running;
        scheduler.set_running(true);
        while let Some(place) = state.free.pop() {
            if let Err(refused) = spawn(&mut state, scheduler, place) {
                let (place, error) = *refused;
                if state.live == 0 {
                    eprintln!("asyncir-runtime: cannot start a worker thread: {error}");
                    std::process::abort();
                }
                // The threads that there are share the work; a later hand-over may take this place.
                state.free.push(place);
                break;
            }
        }
        if scheduler.has_ended() {
            // A future that was suspended when its runtime was dropped goes on. Nobody is there to join the threads later.
            let scheduler = scheduler.clone();
            let _ = thread::Builder::new().spawn(move || scheduler.end());
        }
    }

    /// Gives a blocked worker's place to another thread. `beyond_cap` allows more threads than
    /// configured.
    pub(crate) fn hand_over(&self, scheduler: &Arc<Scheduler>, place: Place, beyond_cap: bool) -> HandOver {
        let mut state = self.lock();
        if state.spares > state.free.len() {
            state.free.push(place);
            state.hand_overs += 1;
            self.place_offered.notify_one();
            return HandOver::Taken;
        }
        if state.live >= scheduler.config().max_threads && !beyond_cap {
            return HandOver::Refused(place);
        }
        match spawn(&mut state, scheduler, place) {
            Ok(()) => {
                state.hand_overs += 1;
                HandOver::Taken
            }
            Err(refused) => HandOver::Refused(refused.0),
        }
    }

    /// Waits as a spare thread. `None` means that the thread has to end.
    pub(crate) fn wait_for_place(&self, scheduler: &Scheduler) -> Option<Place> {
        let mut state = self.lock();
        loop {
            if state.phase != Phase::Running {
                break;
            }
            if let Some(place) = state.free.pop() {
                return Some(place);
            }
            state.spares += 1;
            let lifetime = scheduler.config().spare_lifetime;
            let waited = self.place_offered.wait_timeout(state, lifetime);
            let (guard, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state = guard;
            state.spares -= 1;
            if timeout.timed_out() && state.free.is_empty() {
                break;
            }
        }
        state.live -= 1;
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

    /// Ends and joins all threads, or waits until another caller has. Tasks that are queued meanwhile wait for the next start.
    pub(crate) fn stop(&self, scheduler: &Scheduler) {
        {
            let is_stopping = |state: &mut PoolState| state.phase == Phase::Stopping;
            let waited = self.stopped.wait_while(self.lock(), is_stopping);
            let mut state = waited.unwrap_or_else(PoisonError::into_inner);
            if state.phase != Phase::Running {
                return;
            }
            state.phase = Phase::Stopping;
            scheduler.set_running(false);
            self.place_offered.notify_all();
        }
        scheduler.wake_all();
        // A thread that blocks in the meantime may still hand its place to a new thread, hence the
        // loop.
        while let Some(threads) = self.threads_to_join() {
            join(threads);
        }
    }

    /// The threads that are not joined yet; once there are none, the pool is stopped.
    fn threads_to_join(&self) -> Option<Vec<JoinHandle<()>>> {
        let mut state = self.lock();
        if state.threads.is_empty() {
            state.phase = Phase::Stopped;
            self.stopped.notify_all();
            return None;
        }
        Some(std::mem::take(&mut state.threads))
    }

    pub(crate) fn hand_overs(&self) -> u64 {
        self.lock().hand_overs
    }

    pub(crate) fn live_threads(&self) -> usize {
        self.lock().live
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
    match builder.spawn(move || worker::thread_main(owner, take(&for_thread))) {
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
    use std::time::Duration;

    use super::super::Config;
    use super::*;
    use crate::token::{self, Token};

    /// Takes a while to note that the thread has ended.
    struct EndsSlowly(Arc<AtomicBool>);

    impl Drop for EndsSlowly {
        fn drop(&mut self) {
            thread::sleep(Duration::from_millis(200));
            self.0.store(true, Ordering::SeqCst);
        }
    }

    thread_local! {
        static AT_END: RefCell<Option<EndsSlowly>> = const { RefCell::new(None) };
    }

    /// Runs a task that blocks, so that its thread gives its place to another one, and ends.
    fn end_a_thread(scheduler: &Arc<Scheduler>, at_end: Option<EndsSlowly>) {
        let hand_overs = scheduler.stats().hand_overs;
        let (completer, token) = Token::pending();
        let (task, done) = token::with_task(move |completer| {
            AT_END.set(at_end);
            token.wait().expect("no error");
            completer.complete();
        });
        scheduler.spawn(task);
        while scheduler.stats().hand_overs == hand_overs {
            thread::yield_now();
        }
        completer.complete();
        done.wait().expect("no error");
        while scheduler.live_threads() > 1 {
            thread::yield_now();
        }
    }

    #[test]
    fn threads_have_ended_entirely_when_the_pool_is_stopped() {
        let mut config = Config::new(1, None).expect("one worker");
        config.spare_lifetime = Duration::from_millis(1);
        let scheduler = Scheduler::new(config);
        let has_ended = Arc::default();
        end_a_thread(&scheduler, Some(EndsSlowly(Arc::clone(&has_ended))));
        end_a_thread(&scheduler, None);
        assert_eq!(scheduler.shutdown(), Ok(()));
        assert!(has_ended.load(Ordering::SeqCst), "a thread still runs destructors");
    }
}
