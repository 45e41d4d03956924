//! Counters and the trace.
#![cfg(not(any(loom, miri)))]
#![allow(unsafe_code, reason = "forks, and waits for what it forked")]

use std::process::Command;

use asyncir_runtime::{Runtime, TRACE_VARIABLE, Token};

#[test]
fn counters_add_up() {
    let runtime = Runtime::builder().num_workers(2).build().expect("a runtime");
    for _ in 0..1_000 {
        runtime.execute(|| {});
    }
    runtime.quiesce().expect("not inside a task");
    let stats = runtime.stats();
    assert_eq!((stats.tasks_queued, stats.tasks_run), (1_000, 1_000));
    assert!(stats.steals > 0, "workers took what this thread queued");
    assert!(stats.threads >= 1 && stats.threads <= 3, "{} threads", stats.threads);
    runtime.shutdown().expect("not inside a task");
    assert_eq!(runtime.stats().threads, 0);
}

#[test]
fn hand_overs_are_counted() {
    let runtime = Runtime::builder().num_workers(1).build().expect("a runtime");
    let (completer, token) = Token::pending();
    let (begin, begun) = Token::pending();
    let blocked = runtime.execute(move || {
        begin.complete();
        token.wait().expect("completed below");
    });
    // Otherwise this thread might run the blocked task itself.
    begun.wait().expect("the task completes it");
    runtime.execute(move || completer.complete());
    blocked.wait().expect("no task fails");
    assert_eq!(runtime.stats().hand_overs, 1);
}

/// Workers that find nothing to do sleep.
#[test]
#[cfg(target_os = "linux")]
fn an_idle_runtime_uses_no_processor() {
    if std::env::var_os("ASYNCIR_TEST_IDLE").is_none() {
        return run_alone("an_idle_runtime_uses_no_processor", "ASYNCIR_TEST_IDLE", "1");
    }
    let runtime = Runtime::builder().num_workers(8).build().expect("a runtime");
    for _ in 0..1_000 {
        runtime.execute(|| {}).wait().expect("no task fails");
    }
    // Who took part in a loop expects another one, for a while.
    let all = std::sync::Barrier::new(8);
    runtime.parallel_for(0..8, |part| {
        for _ in part {
            all.wait();
        }
    });
    std::thread::sleep(std::time::Duration::from_millis(50));
    let before = processor_ticks();
    std::thread::sleep(std::time::Duration::from_millis(500));
    // A tick is ten milliseconds.
    assert!(processor_ticks() - before <= 1, "idle workers are busy");
}

/// User and system time of this process.
#[cfg(target_os = "linux")]
fn processor_ticks() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux has it");
    let fields = stat.rsplit_once(')').expect("the name is in parentheses").1;
    let times = fields.split_whitespace().skip(11).take(2);
    times.map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
}

fn run_alone(test: &str, variable: &str, value: &str) {
    let status = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", test])
        .env(variable, value)
        .status();
    assert!(status.expect("it starts").success());
}

/// Runs a test alone, with a trace. Gives the trace.
fn trace_of(test: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.json"));
    run_alone(test, TRACE_VARIABLE, path.to_str().expect("a plain path"));
    std::fs::read_to_string(&path).expect("the trace was written")
}

fn events(trace: &str) -> Vec<&str> {
    let array = trace.strip_prefix("[\n").and_then(|rest| rest.strip_suffix("\n]\n"));
    let events: Vec<_> = array.expect("it is closed").split(",\n").collect();
    assert!(
        events
            .iter()
            .all(|event| event.starts_with("{\"name\":\"") && event.ends_with('}'))
    );
    events
}

/// The trace is the parent's: a child, also one that ends as usual, writes nothing into it.
#[test]
fn forked_processes_leave_the_trace_alone() {
    if std::env::var_os(TRACE_VARIABLE).is_none() {
        let text = trace_of("forked_processes_leave_the_trace_alone");
        events(&text);
        return assert_eq!(text.matches(']').count(), 1, "{text}");
    }
    let runtime = Runtime::builder().num_workers(1).build().expect("a runtime");
    assert_eq!(runtime.spawn(|| 1).wait(), Ok(1));
    // The worker goes to sleep.
    std::thread::sleep(std::time::Duration::from_millis(50));
    // SAFETY: the workers hold no locks: they have nothing to do.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: ends a child that waits for ever, and one that is done.
        unsafe {
            libc::alarm(30);
            libc::exit(0);
        }
    }
    let mut status = 0;
    // SAFETY: waits for the child.
    unsafe { libc::waitpid(child, &raw mut status, 0) };
    assert!(libc::WIFEXITED(status), "{status}");
    assert_eq!(runtime.spawn(|| 2).wait(), Ok(2));
}

/// A trace that cannot be written, and a word that cannot, harm nobody.
#[test]
#[cfg(target_os = "linux")]
fn nothing_but_the_trace_is_lost_on_a_full_disk() {
    const VARIABLE: &str = "ASYNCIR_TEST_FULL_DISK";
    if std::env::var_os(VARIABLE).is_some() {
        let runtime = Runtime::global();
        for _ in 0..1_000 {
            runtime.execute(|| {}).wait().expect("no task fails");
        }
        return runtime.quiesce().expect("not inside a task");
    }
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("full.json");
    // Files may have a kilobyte at most.
    let script = r#"trap "" XFSZ; ulimit -f 1; exec "$0" --exact nothing_but_the_trace_is_lost_on_a_full_disk"#;
    let output = Command::new("bash")
        .args(["-c", script])
        .arg(std::env::current_exe().expect("this test"))
        .env(VARIABLE, "1")
        .env(TRACE_VARIABLE, &path)
        .output()
        .expect("bash starts");
    assert!(output.status.success());
    let message = String::from_utf8_lossy(&output.stderr);
    let (begin, end) = ("asyncir-runtime: ASYNCIR_TRACE: ", "; the trace ends here");
    assert_eq!(message.matches(begin).count(), 1, "{message}");
    assert!(message.contains(end), "{message}");

    let script = r#"exec "$0" --exact nothing_but_the_trace_is_lost_on_a_full_disk 2> /dev/full"#;
    let status = Command::new("bash")
        .args(["-c", script])
        .arg(std::env::current_exe().expect("this test"))
        .env(VARIABLE, "1")
        .env("ASYNCIR_NUM_WORKERS", "many")
        .status();
    assert!(status.expect("bash starts").success());
}

#[test]
fn the_trace_shows_loops() {
    if std::env::var_os(TRACE_VARIABLE).is_some() {
        let runtime = Runtime::builder().num_workers(2).build().expect("a runtime");
        // Both threads are in it at the same time.
        let both = std::sync::Barrier::new(2);
        runtime.parallel_for(0..2, |part| {
            part.for_each(|_| {
                both.wait();
            });
        });
        return runtime.quiesce().expect("not inside a task");
    }
    let text = trace_of("the_trace_shows_loops");
    let events = events(&text);
    let count = |what: &str| events.iter().filter(|event| event.contains(what)).count();
    assert_eq!(count(r#""name":"loop","ph":"B""#), 2, "{text}");
    assert_eq!(count(r#""name":"loop","ph":"E""#), 2, "{text}");
    for iteration in [r#"{"begin":0,"end":1}"#, r#"{"begin":1,"end":2}"#] {
        assert_eq!(count(iteration), 1, "{text}");
    }
    assert_eq!(count(r#""name":"chunk","ph":"E""#), 2, "{text}");
    assert_eq!(count(r#""name":"wait","ph":"B""#), 1, "{text}");
    assert_eq!(count(r#""name":"wait","ph":"E""#), 1, "{text}");
}

#[test]
fn the_trace_shows_tasks_and_awaits() {
    if std::env::var_os(TRACE_VARIABLE).is_some() {
        let runtime = Runtime::builder().num_workers(1).build().expect("a runtime");
        let (completer, token) = Token::pending();
        let blocked = runtime.execute(move || token.wait().expect("completed below"));
        runtime.execute(move || completer.complete());
        blocked.wait().expect("no task fails");
        return runtime.quiesce().expect("not inside a task");
    }
    let text = trace_of("the_trace_shows_tasks_and_awaits");
    let events = events(&text);
    let count = |what: &str| events.iter().filter(|event| event.contains(what)).count();
    assert_eq!(count(r#""name":"task","ph":"B""#), 2, "{text}");
    assert_eq!(count(r#""name":"task","ph":"E""#), 2);
    assert_eq!(count(r#""args":{"name":"caller"}"#), 1, "{text}");
    assert!(count(r#""args":{"name":"worker"}"#) >= 1, "{text}");
    assert!(count(r#""name":"await","ph":"B""#) >= 1);
    assert_eq!(count(r#""name":"await","ph":"B""#), count(r#""name":"await","ph":"E""#));
    // Each thread's time runs forward.
    let mut last = std::collections::BTreeMap::new();
    for event in events.iter().filter(|event| !event.contains("thread_name")) {
        let field = |name: &str| event.split(name).nth(1).and_then(|rest| rest.split([',', '}']).next());
        let time: f64 = field("\"ts\":").expect("a time").parse().expect("a number");
        let thread = field("\"tid\":").expect("a thread").to_owned();
        assert!(last.insert(thread, time).is_none_or(|earlier| earlier <= time));
    }
}
