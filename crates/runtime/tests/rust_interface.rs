//! The Rust interface: handles, futures, errors, fan-out.
#![cfg(not(loom))]

use std::panic;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use asyncir_runtime::{BuildError, Group, GroupFull, Runtime, Token, Value};

mod fewer;
use fewer::fewer;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

/// Panics when it is dropped.
struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

impl Future for Grenade {
    type Output = i32;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<i32> {
        Poll::Ready(3)
    }
}

/// Nobody can wake it: it keeps no waker.
#[test]
fn a_future_that_nobody_wakes_is_dropped() {
    let runtime = Runtime::builder().num_workers(1).build().expect("one worker");
    for _ in 0..fewer(100) {
        let error = runtime.spawn_future(std::future::pending::<()>()).wait();
        assert!(error.is_err());
    }
}

#[test]
fn destructors_that_panic_harm_nobody_else() {
    let runtime = Runtime::builder().num_workers(1).build().expect("one worker");
    assert_eq!(
        runtime.spawn_future(Grenade).wait(),
        Ok(3),
        "it is dropped behind its result"
    );
    let never_woken = Grenade;
    let value = runtime.spawn_future(async move {
        let _held = &never_woken;
        std::future::pending::<()>().await;
    });
    assert!(value.wait().is_err());
    // A result that nobody takes, and what a panic carries.
    drop(runtime.spawn(|| Grenade));
    assert!(runtime.spawn(|| std::panic::panic_any(Grenade)).wait().is_err());
    let (completer, value) = Value::pending();
    completer.complete(Grenade);
    drop(value);
    assert_eq!(runtime.spawn(|| 7).wait(), Ok(7));
}

/// What a future has captured is gone when its value is there.
#[test]
fn a_future_is_dropped_before_its_value_is_complete() {
    let runtime = Runtime::builder().num_workers(2).build().expect("two workers");
    for round in 0..fewer(1000) {
        let captured = std::sync::Arc::new(());
        let held = captured.clone();
        let value = runtime.spawn_future(async move {
            let _held = held;
            assert!(round % 10 > 0, "it panics now and then");
        });
        let _ = value.wait();
        assert_eq!(std::sync::Arc::strong_count(&captured), 1, "round {round}");
    }
}

/// Two tasks may drop the last handles to each other's runtimes.
#[test]
fn a_task_that_drops_a_runtime_gives_way() {
    let waiting = Runtime::builder().num_workers(1).build().expect("one worker");
    let dropped = Runtime::builder().num_workers(1).build().expect("one worker");
    let (completer, token) = Token::pending();
    let waits = dropped.execute(move || token.wait().expect("completed below"));
    let drops = waiting.execute(move || drop(dropped));
    // Behind the other one, on the only worker.
    waiting.execute(move || completer.complete());
    drops.wait().expect("no task fails");
    waits.wait().expect("no task fails");
}

/// A worker that looks for tasks all the time ends with its runtime.
#[test]
fn a_runtime_that_spins_is_dropped() {
    let runtime = Runtime::builder().num_workers(2).spin(std::time::Duration::MAX);
    let runtime = runtime.build().expect("two workers");
    assert_eq!(runtime.spawn(|| 1).wait(), Ok(1));
    drop(runtime);
}

#[test]
fn futures_complete() {
    let runtime = Runtime::builder().num_workers(2).build().expect("two workers");
    for round in 0..fewer(1_000) {
        let value = runtime.spawn(move || round.to_string());
        assert_eq!(block_on(value).as_deref(), Ok(round.to_string().as_str()));
    }
    let sum = block_on(async {
        let one = runtime.spawn(|| 1);
        let two = runtime.spawn(|| 2);
        Ok::<_, asyncir_runtime::TaskError>(one.await? + two.await?)
    });
    assert_eq!(sum, Ok(3));
}

#[test]
fn a_future_uses_the_latest_waker() {
    let (completer, token) = Token::pending();
    let mut future = pin!(token);
    let mut never = Context::from_waker(Waker::noop());
    assert!(future.as_mut().poll(&mut never).is_pending());
    let waiting = thread::scope(|scope| {
        scope.spawn(move || {
            thread::sleep(std::time::Duration::from_millis(5));
            completer.complete();
        });
        block_on(future)
    });
    assert_eq!(waiting, Ok(()));
}

#[test]
fn handles_are_futures() {
    fn is_future<F: Future + Unpin + Send + std::panic::UnwindSafe>(_: &F) {}
    let runtime = Runtime::builder().num_workers(1).build().expect("one worker");
    let (value, token, group) = (runtime.spawn(|| 7), runtime.execute(|| ()), Group::new(0));
    is_future(&value);
    is_future(&token);
    is_future(&group);
    let mut token = token;
    assert_eq!(block_on(&mut token), Ok(()));
    assert_eq!(block_on(token.clone()), Ok(()), "a clone");
    assert_eq!(block_on(token), Ok(()), "again");
    assert_eq!(block_on(group), Ok(()));
    assert_eq!(block_on(value), Ok(7));
    let panics = std::panic::catch_unwind(|| drop(runtime.spawn(|| 1)));
    assert!(panics.is_ok());
}

#[test]
#[should_panic(expected = "the result was taken")]
fn a_result_is_taken_once() {
    let (completer, mut value) = Value::pending();
    completer.complete(String::from("once"));
    assert_eq!(block_on(&mut value).as_deref(), Ok("once"));
    let _ = value.wait();
}

#[test]
#[should_panic(expected = "the result was taken")]
fn a_result_that_was_taken_is_not_given_away() {
    let (completer, mut value) = Value::pending();
    completer.complete(String::from("once"));
    assert_eq!(block_on(&mut value).as_deref(), Ok("once"));
    let _ = value.into_raw();
}

#[test]
fn tasks_block_on_futures_without_holding_their_worker() {
    static RUNTIME: LazyLock<Runtime> =
        LazyLock::new(|| Runtime::builder().num_workers(1).build().expect("one worker"));
    let outer = RUNTIME.spawn(|| {
        let (first, second) = (RUNTIME.spawn(|| 20), RUNTIME.spawn(|| 22));
        asyncir_runtime::block_on(async { first.await.unwrap_or(0) + second.await.unwrap_or(0) })
    });
    assert_eq!(outer.wait(), Ok(42));
    let panics = std::panic::catch_unwind(|| asyncir_runtime::block_on(async { panic!("here") }));
    assert!(panics.is_err());
}

#[test]
fn a_dropped_future_leaves_nothing_behind() {
    let (completer, token) = Token::pending();
    let waker = Arc::new(Unpark(thread::current()));
    {
        let mut future = pin!(token);
        let polled = waker.clone().into();
        assert!(future.as_mut().poll(&mut Context::from_waker(&polled)).is_pending());
    }
    assert_eq!(Arc::strong_count(&waker), 1);
    completer.complete();
}

#[test]
fn panics_become_errors() {
    let runtime = Runtime::builder().num_workers(1).build().expect("one worker");
    let error = runtime.spawn(|| -> u32 { panic!("number {}", 7) }).wait().unwrap_err();
    assert_eq!(error.message(), Some("the task panicked: number 7"));
    assert_eq!(runtime.spawn(|| 1).wait(), Ok(1), "the worker survives");
}

#[test]
fn groups_report_the_lowest_rank() {
    let group = Group::new(3);
    let (completers, tokens): (Vec<_>, Vec<_>) = (0..3).map(|_| Token::pending()).unzip();
    for (rank, token) in tokens.iter().enumerate() {
        assert_eq!(group.add(token), Ok(rank as u64));
    }
    assert!(matches!(group.add(&tokens[0]), Err(GroupFull { .. })));
    for (rank, completer) in completers.into_iter().enumerate().rev() {
        completer.fail(&format!("member {rank}"));
    }
    assert_eq!(group.wait().unwrap_err().message(), Some("member 0"));
}

fn two_workers() -> Runtime {
    Runtime::builder().num_workers(2).build().expect("two workers")
}

#[test]
fn tasks_of_a_group_need_no_handle() {
    let runtime = two_workers();
    let group = Group::new(100);
    let ran = Arc::new(AtomicUsize::new(0));
    for rank in 0..100 {
        let ran = ran.clone();
        let task = move || {
            ran.fetch_add(1, Ordering::Relaxed);
            assert!(rank % 40 != 30, "member {rank}");
        };
        runtime.execute_in(&group, task).expect("room");
    }
    let one_more = ran.clone();
    assert!(runtime.execute_in(&group, move || drop(one_more)).is_err());
    let error = group.wait().unwrap_err();
    assert_eq!(error.message(), Some("the task panicked: member 30"));
    assert_eq!(ran.load(Ordering::Relaxed), 100);
    runtime.quiesce().expect("outside of tasks");
    assert_eq!(Arc::strong_count(&ran), 1, "every closure is dropped once");
}

/// Runs a closure that holds `N` bytes more than it needs, as each kind of task.
fn run_with_ballast<const N: usize>(runtime: &Runtime) {
    let alive = Arc::new(());
    let closure = || {
        let (ballast, alive) = ([N as u8; N], alive.clone());
        move || {
            assert!(ballast.iter().all(|&byte| byte == N as u8));
            drop(alive);
        }
    };
    runtime.execute(closure()).wait().expect("no panic");
    let group = Group::new(1);
    runtime.execute_in(&group, closure()).expect("room");
    group.wait().expect("no panic");
    let inner = closure();
    let result = runtime.spawn(move || {
        inner();
        [7u16; 3]
    });
    assert_eq!(result.wait(), Ok([7; 3]));
    assert_eq!(Arc::strong_count(&alive), 1);
}

#[test]
fn closures_may_be_of_any_size() {
    let runtime = two_workers();
    run_with_ballast::<0>(&runtime);
    run_with_ballast::<48>(&runtime);
    run_with_ballast::<57>(&runtime);
    run_with_ballast::<950>(&runtime);
    run_with_ballast::<5_000>(&runtime);
    run_with_ballast::<100_000>(&runtime);
}

#[test]
fn closures_may_ask_for_any_alignment() {
    #[repr(align(256))]
    struct Aligned(u8);
    let runtime = two_workers();
    let check = |aligned: Aligned| {
        move || {
            let whole = &aligned;
            assert_eq!((&raw const whole.0).addr() % 256, 0);
        }
    };
    runtime.execute(check(Aligned(1))).wait().expect("aligned");
    let aligned = runtime.spawn(|| Aligned(2)).wait().expect("no panic");
    check(aligned)();
    runtime.spawn(check(Aligned(3))).wait().expect("aligned");
}

#[test]
fn wide_fan_out_from_inside_and_outside() {
    const TASKS: usize = fewer(100_000);
    let runtime = Arc::new(Runtime::builder().num_workers(4).build().expect("four workers"));
    let count = Arc::new(AtomicUsize::new(0));
    let fan_out = |runtime: &Runtime, count: &Arc<AtomicUsize>| {
        for _ in 0..TASKS {
            let count = count.clone();
            drop(runtime.spawn(move || count.fetch_add(1, Ordering::Relaxed)));
        }
    };
    fan_out(&runtime, &count);
    let (inner, inner_count) = (runtime.clone(), count.clone());
    drop(runtime.execute(move || fan_out(&inner, &inner_count)));
    runtime.quiesce().expect("not inside a task");
    assert_eq!(count.load(Ordering::Relaxed), 2 * TASKS);
}

#[test]
fn runtimes_are_independent() {
    let runtimes: Vec<_> = (1..=3)
        .map(|workers| Runtime::builder().num_workers(workers).build().expect("few workers"))
        .collect();
    let values: Vec<_> = runtimes
        .iter()
        .map(|runtime| runtime.spawn(|| asyncir_runtime::c_abi::mlirAsyncRuntimGetNumWorkerThreads()))
        .collect();
    let counts: Vec<_> = values
        .into_iter()
        .map(|value| value.wait().expect("no panic"))
        .collect();
    assert_eq!(counts, [1, 2, 3]);
}

#[test]
fn dropping_a_runtime_finishes_its_tasks() {
    let count = Arc::new(AtomicUsize::new(0));
    let runtime = Runtime::builder().num_workers(2).build().expect("two workers");
    for _ in 0..fewer(1_000) {
        let count = count.clone();
        drop(runtime.spawn(move || count.fetch_add(1, Ordering::Relaxed)));
    }
    drop(runtime);
    assert_eq!(count.load(Ordering::Relaxed), fewer(1_000));
}

#[test]
fn bad_sizes_are_refused() {
    assert_eq!(
        Runtime::builder().num_workers(0).build().unwrap_err(),
        BuildError::WorkerCount(0)
    );
    let error = Runtime::builder().num_workers(4).max_threads(1).build().unwrap_err();
    assert_eq!(error.to_string(), "at most 1 threads are too few for 4 workers");
}

#[test]
fn a_value_is_completed_by_whoever_has_its_completer() {
    let (completer, value) = Value::pending();
    let thread = thread::spawn(move || completer.complete("done".to_owned()));
    assert_eq!(value.wait().as_deref(), Ok("done"));
    thread.join().expect("no panic");

    let (completer, value) = Value::<u8>::pending();
    completer.fail("no");
    assert_eq!(value.wait().expect_err("failed").message(), Some("no"));
    let (completer, value) = Value::<u8>::pending();
    drop(completer);
    assert!(value.wait().is_err());
}

/// Threads of this process.
#[cfg(all(target_os = "linux", not(miri)))]
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task")
        .expect("a process has threads")
        .count()
}

#[cfg(all(target_os = "linux", not(miri)))]
#[test]
fn what_goes_on_without_its_runtime_leaves_no_threads() {
    const RUNTIMES: usize = 50;
    let ran = Arc::new(AtomicUsize::new(0));
    let completers: Vec<_> = (0..RUNTIMES)
        .map(|_| {
            let runtime = Runtime::builder().num_workers(2).build().expect("built");
            let (completer, token) = Token::pending();
            let ran = ran.clone();
            drop(runtime.spawn_future(async move {
                token.await.expect("completed below");
                ran.fetch_add(1, Ordering::Relaxed);
            }));
            completer
        })
        .collect();
    completers.into_iter().for_each(|completer| completer.complete());
    // Other tests have threads of their own.
    let mut rounds = 0..12_000;
    while ran.load(Ordering::Relaxed) < RUNTIMES || threads() >= 2 * RUNTIMES {
        assert!(rounds.next().is_some(), "{} threads", threads());
        thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Panics when it is dropped.
struct Explosive;

impl Drop for Explosive {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

#[test]
fn panics_can_go_on_where_the_task_is_awaited() {
    let runtime = two_workers();
    let error = runtime.spawn(|| panic::panic_any(vec![1, 2])).wait().unwrap_err();
    let same = error.clone();
    assert!(error.is_panic() && same == error);
    let payload = error.into_panic().expect("nobody took it yet");
    assert_eq!(payload.downcast_ref(), Some(&vec![1, 2]));
    assert!(same.is_panic());
    assert!(same.into_panic().is_none(), "there is one payload");

    let in_future = runtime.spawn_future(async { panic!("in a future") });
    let payload = in_future.wait().unwrap_err().into_panic().expect("a panic");
    assert_eq!(payload.downcast_ref(), Some(&"in a future"));

    let group = Group::new(1);
    runtime.execute_in(&group, || panic!("in a group")).expect("room");
    assert!(group.wait().unwrap_err().into_panic().is_some());

    let (completer, token) = Token::pending();
    completer.fail("the task panicked: in a group");
    let error = token.wait().unwrap_err();
    let of_panic = runtime.execute(|| panic!("in a group")).wait().unwrap_err();
    assert!(error != of_panic && error.message() == of_panic.message());
    assert!(!error.is_panic() && error.into_panic().is_none());
}

#[test]
fn what_a_panic_carries_may_complete_a_member_of_the_same_group() {
    let runtime = two_workers();
    let group = Group::new(3);
    let (first, first_token) = Token::pending();
    let (carried, carried_token) = Token::pending();
    group.add(&first_token).expect("room");
    group.add(&carried_token).expect("room");
    drop(carried_token);
    runtime.execute_in(&group, || panic::panic_any(carried)).expect("room");
    runtime.quiesce().expect("outside of tasks");
    // The group forgets the panic, and so drops what it carries, which completes the second member.
    first.fail("the first member");
    assert_eq!(group.wait().unwrap_err().message(), Some("the first member"));
}

#[test]
fn what_a_panic_carries_may_panic_when_it_is_dropped() {
    let runtime = two_workers();
    let error = runtime.execute(|| panic::panic_any(Explosive)).wait().unwrap_err();
    drop(error);
    drop(runtime.execute(|| panic::panic_any(Explosive)));
    runtime.quiesce().expect("outside of tasks");
}
