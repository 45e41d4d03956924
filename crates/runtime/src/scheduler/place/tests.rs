//! Tests of places.

use std::sync::Arc;

use crossbeam_utils::sync::Parker;

use super::*;
use crate::scheduler::Config;
use crate::scheduler::sleep::WorkerSleepState;

fn scheduler_with(tasks: u64) -> (Arc<Scheduler>, Place) {
    let scheduler = Scheduler::new(Config::new(2, None).expect("a configuration"));
    (1..=tasks).for_each(|key| scheduler.shared_queue().push(Task::noop().with_key(key)));
    (scheduler, Place::new(0))
}

#[test]
fn a_batch_from_the_shared_queue_keeps_its_order() {
    let (scheduler, mut place) = scheduler_with(9);
    let first = place.steal_shared(&scheduler).map(|task| task.key());
    let others = std::iter::from_fn(|| place.queue.pop()).map(|task| task.key());
    let taken: Vec<Key> = first.into_iter().chain(others).collect();
    assert!(taken.len() > 2, "a batch");
    assert!(taken.iter().copied().eq(1..=taken.len() as u64), "{taken:?}");
}

/// A worker that parked while the tasks were in no queue.
#[test]
fn a_batch_wakes_who_parked_meanwhile() {
    let (scheduler, mut place) = scheduler_with(9);
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
    assert!(place.steal_shared(&scheduler).is_some());
    let in_time = is_woken.recv_timeout(std::time::Duration::from_secs(60));
    assert!(in_time.is_ok(), "nobody is told of the batch");
    sleeper.join().expect("no panic");
}
