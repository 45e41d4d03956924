//! Waits that nothing is going to end are reported, and others are not.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use asyncir_runtime::{Awaited, Group, Runtime, StuckWait, Token, report_stuck_waits};

static REPORTS: Mutex<Vec<StuckWait>> = Mutex::new(Vec::new());

fn reports() -> Vec<StuckWait> {
    REPORTS.lock().expect("no reporter panics").clone()
}

fn await_report() {
    let deadline = Instant::now() + Duration::from_secs(60);
    while reports().is_empty() && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_group_that_lacks_members_is_reported_once_and_still_waited_for() {
    report_stuck_waits(|wait| REPORTS.lock().expect("no reporter panics").push(*wait));

    // A task that takes long is no reason for a report.
    let slow = Runtime::global().spawn(|| thread::sleep(Duration::from_millis(1500)));
    assert!(slow.wait().is_ok());
    assert_eq!(reports(), []);

    // Nor is one of another runtime, which completes what a thread of the global one awaits.
    let other = Runtime::builder().num_workers(1).build().expect("a runtime");
    let (completer, token) = Token::pending();
    thread::scope(|scope| {
        scope.spawn(|| {
            other.execute(move || {
                thread::sleep(Duration::from_millis(1500));
                completer.complete();
            });
        });
        assert!(token.wait().is_ok());
    });
    assert_eq!(reports(), []);

    // A runtime without threads, whose thread waits itself: here in a task for a group.
    let deterministic = Runtime::builder().deterministic(5).build().expect("a runtime");
    let group = Arc::new(Group::new(2));
    let (own, outside) = (group.clone(), group.clone());
    let waiting = deterministic.execute(move || own.wait().expect("no error"));
    let completing = thread::spawn(move || {
        await_report();
        for _ in 0..2 {
            outside.add(&Runtime::global().execute(|| {})).expect("two members");
        }
    });
    assert_eq!(waiting.wait(), Ok(()));
    completing.join().expect("no panic");
    let awaited = Awaited::Group {
        size: 2,
        added: 0,
        complete: 0,
    };
    let stuck: Vec<(Awaited, u64)> = reports()
        .iter()
        .map(|report| (report.awaited, report.blocked_tasks))
        .collect();
    assert_eq!(stuck, [(awaited, 0)]);
    REPORTS.lock().expect("no reporter panics").clear();

    let group = Group::new(2);
    assert!(group.add(&Runtime::global().execute(|| {})).is_ok());
    thread::scope(|scope| {
        let waiting = scope.spawn(|| group.wait());
        await_report();
        let last = Runtime::global().execute(|| {});
        assert!(group.add(&last).is_ok());
        assert!(waiting.join().is_ok_and(|outcome| outcome.is_ok()));
    });
    let [report] = reports()[..] else {
        panic!("not one report: {:?}", reports());
    };
    let awaited = Awaited::Group {
        size: 2,
        added: 1,
        complete: 1,
    };
    assert_eq!((report.awaited, report.blocked_tasks), (awaited, 0));
}
