//! Threads that wait until no task is queued or running.
//!
//! A thread that ends a task usually looks for another one. If it finds none, it has time to tell those who wait that the
//! scheduler is quiet. So ending a task costs nothing more. Where the last task is ended by a thread that does something else
//! next, such as a guest that awaited it, nobody tells; hence a thread that waits also looks by itself from time to time.
//!
//! # Why nobody is forgotten
//!
//! Who waits announces itself, then looks whether the scheduler is quiet. Who ended a task counts it, then looks whether
//! somebody waits. There is a sequentially consistent fence in between on both sides, so one of the two sees the other. If
//! several threads end a task each, the one whose fence is last sees all of them counted. Who waits holds the lock from its
//! look to its sleep, so it is told after it has gone to sleep.

use std::sync::atomic::{AtomicUsize, Ordering, fence};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[derive(Debug, Default)]
pub(crate) struct Quiet {
    waiting: AtomicUsize,
    lock: Mutex<()>,
    is_quiet: Condvar,
}

impl Quiet {
    /// Waits until somebody tells that the scheduler is quiet, but not longer than `longest`, and not at all if it is quiet.
    pub(crate) fn wait(&self, longest: Duration, is_quiet: impl Fn() -> bool) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        let guard = self.lock();
        if !is_quiet() {
            drop(self.is_quiet.wait_timeout(guard, longest));
        }
        self.waiting.fetch_sub(1, Ordering::SeqCst);
    }

    /// To be called by a thread that has counted the end of a task and found no other: tells those who wait if the scheduler
    /// is quiet.
    pub(crate) fn out_of_tasks(&self, is_quiet: impl Fn() -> bool) {
        fence(Ordering::SeqCst);
        if self.waiting.load(Ordering::Relaxed) > 0 && is_quiet() {
            drop(self.lock());
            self.is_quiet.notify_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::{Arc, mpsc};
    use std::thread;

    use super::super::{Config, Executor, Job, Policy, Scheduler};
    use super::*;
    use crate::token::{self, Token};

    /// Longer than a thread that waits looks again and again. An interpreter takes its time for that.
    const TASK: Duration = Duration::from_millis(if cfg!(miri) { 5000 } else { 50 });

    /// The configuration of a scheduler whose waiting threads never look by themselves.
    fn config() -> Config {
        let mut config = Config::new(1, None).expect("one worker");
        config.quiet_interval = Duration::from_secs(3600);
        config
    }

    /// Waits on a thread of its own until a scheduler with a task is quiet.
    fn is_told(scheduler: &Arc<Scheduler>, task: impl FnOnce() + Send + 'static) -> bool {
        let (task, token) = token::with_task(|completer| {
            task();
            completer.complete();
        });
        scheduler.spawn(task);
        let (quiet, is_quiet) = mpsc::channel();
        let waiting = scheduler.clone();
        thread::spawn(move || quiet.send(waiting.quiesce()));
        let in_time = is_quiet.recv_timeout(Duration::from_secs(60));
        in_time == Ok(Ok(())) && token.is_complete()
    }

    #[test]
    fn a_worker_tells_that_there_is_no_more_work() {
        let scheduler = Scheduler::new(config());
        assert!(is_told(&scheduler, || thread::sleep(TASK)));
        assert_eq!(scheduler.shutdown(), Ok(()));
    }

    #[test]
    fn a_worker_that_lost_its_place_tells_that_there_is_no_more_work() {
        let scheduler = Scheduler::new(config());
        let (completer, token) = Token::pending();
        let outside = thread::spawn(|| {
            thread::sleep(TASK);
            completer.complete();
        });
        assert!(is_told(&scheduler, move || token.wait().expect("no error")));
        assert_eq!(scheduler.stats().hand_overs, 1);
        outside.join().expect("no panic");
        assert_eq!(scheduler.shutdown(), Ok(()));
    }

    /// A host that has one thread for each job.
    struct Threads;

    impl Executor for Threads {
        fn execute(&self, job: Job) {
            thread::spawn(|| job.run());
        }

        fn parallelism(&self) -> usize {
            1
        }
    }

    #[test]
    fn a_job_of_a_host_tells_that_there_is_no_more_work() {
        let scheduler = Scheduler::with_policy(config(), Policy::Host(Arc::new(Threads)));
        assert!(is_told(&scheduler, || thread::sleep(TASK)));
    }

    #[test]
    fn a_thread_that_drives_a_runtime_tells_that_there_is_no_more_work() {
        let (built, is_built) = mpsc::channel();
        let (completer, end) = Token::pending();
        let driving = thread::spawn(move || {
            let scheduler = Scheduler::with_policy(config(), Policy::Inline);
            built.send(scheduler.clone()).expect("somebody listens");
            end.wait().expect("no error");
        });
        let scheduler = is_built.recv().expect("built");
        assert!(is_told(&scheduler, || thread::sleep(TASK)));
        completer.complete();
        driving.join().expect("no panic");
    }
}
