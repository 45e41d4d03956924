//! Tests of what a worker thread does.

use std::panic::{self, AssertUnwindSafe};

use super::*;
use crate::scheduler::Config;

#[test]
fn the_next_loop_is_waited_for_a_while() {
    assert!(!expects_loop(0, AFTER_LOOP / 2), "there was none");
    assert!(expects_loop(1000, 1000));
    assert!(expects_loop(1000, 999 + AFTER_LOOP));
    assert!(!expects_loop(1000, 1000 + AFTER_LOOP));
    assert!(expects_loop(1000, 900), "another processor's clock may be behind");
}

fn scheduler_with(tasks: u64) -> (Arc<Scheduler>, Core) {
    let scheduler = Scheduler::new(Config::new(2, None).expect("a configuration"));
    (1..=tasks).for_each(|key| scheduler.shared_queue().push(Task::noop().with_key(key)));
    (scheduler, Core::new(0))
}

#[test]
fn a_batch_from_the_shared_queue_keeps_its_order() {
    let (scheduler, mut core) = scheduler_with(9);
    let first = core.steal_shared(&scheduler).map(|task| task.key());
    let others = std::iter::from_fn(|| core.queue.pop()).map(|task| task.key());
    let taken: Vec<Key> = first.into_iter().chain(others).collect();
    assert!(taken.len() > 2, "a batch");
    assert!(taken.iter().copied().eq(1..=taken.len() as u64), "{taken:?}");
}

/// A worker that parked while the tasks were in no queue.
#[test]
fn a_batch_wakes_who_parked_meanwhile() {
    let (scheduler, mut core) = scheduler_with(9);
    let (woken, is_woken) = std::sync::mpsc::channel();
    let sleeper = std::thread::spawn({
        let scheduler = scheduler.clone();
        move || {
            let parker = Parker::new();
            scheduler.sleep().start_search();
            scheduler
                .sleep()
                .park(&WorkerSleepState::new(&parker), &parker, || false);
            woken.send(()).expect("somebody listens");
        }
    });
    while !scheduler.sleep().has_parked() {
        std::thread::yield_now();
    }
    assert!(core.steal_shared(&scheduler).is_some());
    let in_time = is_woken.recv_timeout(std::time::Duration::from_secs(60));
    assert!(in_time.is_ok(), "nobody is told of the batch");
    sleeper.join().expect("no panic");
}

#[test]
fn contexts_are_taken_out_when_the_stack_unwinds() {
    let config = Config::new(1, None).expect("a configuration");
    let context = ThreadContext::visiting(Scheduler::new(config), 0);
    let is_current = |expected: &ThreadContext| with_current(|current| current.is_some_and(|it| ptr::eq(it, expected)));
    let outer = Installed::new(&context);
    let unwound = panic::catch_unwind(AssertUnwindSafe(|| {
        let inner = ThreadContext::visiting(context.scheduler.clone(), 0);
        let _installed = Installed::new(&inner);
        assert!(is_current(&inner));
        panic::resume_unwind(Box::new(()));
    }));
    assert!(unwound.is_err() && is_current(&context));
    drop(outer);
    assert!(with_current(|current| current.is_none()));
}
