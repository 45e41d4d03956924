//! Tasks of one runtime on top of those of another, and runtimes that end in odd places.
#![cfg(not(loom))]

use std::panic::{self, AssertUnwindSafe};
use std::pin::pin;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use asyncir_runtime::{CalledFromTask, Executor, Job, Runtime, RuntimeBuilder, Token, block_in_place};

mod dies;
use dies::dies;

/// How long a test that should not hang may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs something that ends on a thread of its own.
fn in_time<T: Send + 'static>(body: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || send.send(body()));
    receive.recv_timeout(PATIENCE).expect("it ends")
}

fn build(builder: RuntimeBuilder) -> Arc<Runtime> {
    Arc::new(builder.build().expect("a runtime"))
}

fn with_one_worker() -> Arc<Runtime> {
    build(Runtime::builder().num_workers(1))
}

/// Calls a function in a task of an inline runtime in a task of another runtime.
fn stacked<T: Send + 'static>(beneath: &Runtime, function: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = mpsc::channel();
    beneath.execute(move || {
        let inline = build(Runtime::builder().inline());
        let result = inline.spawn(function).wait();
        send.send(result.expect("no task fails")).expect("somebody listens");
    });
    // A thread that awaited the task would run it itself.
    receive.recv().expect("no task fails")
}

/// Jobs are tasks of another runtime.
struct OnTopOf(Arc<Runtime>);

impl Executor for OnTopOf {
    fn execute(&self, job: Job) {
        self.0.execute(|| job.run());
    }

    fn parallelism(&self) -> usize {
        self.0.num_workers()
    }

    fn block(&self, wait: &mut dyn FnMut()) {
        block_in_place(wait);
    }
}

/// Likewise, and does not know of waits.
struct UnawareOnTopOf(Arc<Runtime>);

impl Executor for UnawareOnTopOf {
    fn execute(&self, job: Job) {
        self.0.execute(|| job.run());
    }

    fn parallelism(&self) -> usize {
        self.0.num_workers()
    }
}

#[test]
fn a_wait_in_an_inline_task_gives_up_the_worker_beneath() {
    let result = in_time(|| {
        let runtime = with_one_worker();
        let inner = runtime.clone();
        stacked(&runtime, move || inner.spawn(|| 7).wait().expect("no task fails"))
    });
    assert_eq!(result, 7);
}

#[test]
fn blocking_in_an_inline_task_gives_up_the_worker_beneath() {
    let result = in_time(|| {
        let runtime = with_one_worker();
        let inner = runtime.clone();
        stacked(&runtime, move || {
            let (send, receive) = mpsc::channel();
            inner.execute(move || send.send(7).expect("somebody listens"));
            block_in_place(|| receive.recv())
        })
    });
    assert_eq!(result, Ok(7));
}

#[test]
fn what_runs_on_top_of_a_task_cannot_wait_for_the_end_of_its_runtime() {
    let results = in_time(|| {
        let runtime = with_one_worker();
        let inner = runtime.clone();
        stacked(&runtime, move || [inner.quiesce(), inner.shutdown()])
    });
    assert_eq!(results, [Err(CalledFromTask); 2]);
}

#[test]
fn a_runtime_can_be_the_pool_of_another_one() {
    fn waits(executor: impl Executor, beneath: &Arc<Runtime>) -> i32 {
        let runtime = build(Runtime::builder().executor(executor));
        let (for_task, beneath) = (runtime.clone(), beneath.clone());
        let (send, receive) = mpsc::channel();
        let task = runtime.execute(move || {
            let (completer, token) = Token::pending();
            // The only worker beneath has to run both.
            for_task.execute(move || completer.complete());
            token.wait().expect("it is completed");
            let (blocked, woken) = mpsc::channel();
            beneath.execute(move || blocked.send(3).expect("somebody listens"));
            let first = block_in_place(|| woken.recv()).expect("it is sent");
            send.send(first + for_task.spawn(|| 4).wait().expect("no task fails"))
                .expect("somebody listens");
        });
        let result = receive.recv().expect("no task fails");
        task.wait().expect("no task fails");
        result
    }
    let results = in_time(|| {
        let beneath = with_one_worker();
        [
            waits(OnTopOf(beneath.clone()), &beneath),
            waits(UnawareOnTopOf(beneath.clone()), &beneath),
        ]
    });
    assert_eq!(results, [7, 7]);
}

#[test]
fn blocking_outside_of_tasks_may_use_another_runtime() {
    let [first, second] = [with_one_worker(), with_one_worker()];
    first.spawn(|| ()).wait().expect("no task fails");
    let value = block_in_place(|| second.spawn(|| 5).wait());
    assert_eq!(value, Ok(5));
    assert_eq!(first.spawn(|| 6).wait(), Ok(6));
}

/// Runs a test of this program in a process of its own, and gives what that exits with.
fn exit_code_of(test: &str, body: fn()) -> Option<i32> {
    if std::env::var_os("ASYNCIR_TEST_MISUSE").is_some() {
        body();
    }
    let status = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", test])
        .env("ASYNCIR_TEST_MISUSE", "1")
        .status();
    status.expect("it starts").code()
}

#[cfg(not(miri))]
#[test]
fn a_task_may_end_the_process() {
    let code = exit_code_of("a_task_may_end_the_process", || {
        let inline = build(Runtime::builder().inline());
        let _ = inline.execute(|| std::process::exit(17)).wait();
    });
    assert_eq!(code, Some(17));
}

#[cfg(not(miri))]
#[test]
fn a_task_that_its_waiter_runs_may_end_the_process() {
    let code = exit_code_of("a_task_that_its_waiter_runs_may_end_the_process", || {
        let beneath = with_one_worker();
        let inner = beneath.clone();
        let _ = beneath
            .execute(move || stacked(&inner, || std::process::exit(17)))
            .wait();
    });
    assert_eq!(code, Some(17));
}

#[test]
fn an_inline_runtime_that_its_task_drops_runs_the_others_on_its_thread() {
    let home = thread::current().id();
    let order = Arc::<Mutex<Vec<(u32, bool)>>>::default();
    let runtime = Runtime::builder().inline().build().expect("a runtime");
    let cell = Arc::<Mutex<Option<Runtime>>>::default();
    let note = |number: u32| {
        let order = order.clone();
        move || {
            let is_home = thread::current().id() == home;
            order.lock().expect("no panic").push((number, is_home));
        }
    };
    let (first, own) = (note(1), cell.clone());
    let task = runtime.execute(move || {
        drop(own.lock().expect("no panic").take());
        thread::sleep(Duration::from_millis(20));
        first();
    });
    let others: Vec<_> = (2..2000).map(|number| runtime.execute(note(number))).collect();
    *cell.lock().expect("no panic") = Some(runtime);
    assert_eq!(task.wait(), Ok(()));
    others.iter().for_each(|other| assert!(other.is_complete()));
    assert!(
        order
            .lock()
            .expect("no panic")
            .iter()
            .copied()
            .eq((1..2000).map(|number| (number, true)))
    );
}

struct Panics;

impl Wake for Panics {
    fn wake(self: Arc<Self>) {
        panic::resume_unwind(Box::new(()));
    }
}

#[test]
fn a_waker_that_panics_does_not_keep_others_waiting() {
    let (completer, token) = Token::pending();
    let bad = Waker::from(Arc::new(Panics));
    let mut future = pin!(token.clone());
    let first = future.as_mut().poll(&mut Context::from_waker(&bad));
    assert_eq!(first, Poll::Pending);
    let waiting = token.clone();
    let runtime = with_one_worker();
    let other = runtime.spawn_future(waiting);
    thread::sleep(Duration::from_millis(20));
    completer.complete();
    assert_eq!(in_time(move || other.wait()), Ok(Ok(())));
}

/// Panics with something that panics again when it is dropped.
fn panic_badly() -> ! {
    struct Bad;
    impl Drop for Bad {
        fn drop(&mut self) {
            panic::resume_unwind(Box::new("dropped"));
        }
    }
    panic::resume_unwind(Box::new(Bad))
}

#[test]
fn only_the_first_panic_counts_whatever_others_carry() {
    // One thread runs the tasks, so that the first panic is the first that is noted.
    let runtime = build(Runtime::builder().inline());
    let panics = AtomicUsize::new(0);
    let panic_in_turn = || match panics.fetch_add(1, Ordering::Relaxed) {
        0 => panic::resume_unwind(Box::new("first")),
        _ => panic_badly(),
    };
    let caught = panic::catch_unwind(AssertUnwindSafe(|| {
        runtime.scope(|scope| (0..4).for_each(|_| scope.spawn(panic_in_turn)));
    }));
    let payload = caught.expect_err("a task panics");
    assert_eq!(payload.downcast_ref(), Some(&"first"));
    assert_eq!(panics.into_inner(), 4);
}

struct Unwaiting;

impl Executor for Unwaiting {
    fn execute(&self, job: Job) {
        thread::spawn(|| job.run());
    }

    fn parallelism(&self) -> usize {
        1
    }

    fn block(&self, _wait: &mut dyn FnMut()) {
        panic!("nobody waits here");
    }
}

/// Another thread would complete what the wait beneath had left.
#[cfg(not(miri))]
#[test]
fn a_wait_whose_pool_panics_ends_the_process() {
    let test = "a_wait_whose_pool_panics_ends_the_process";
    dies(
        test,
        "an executor panicked in a join, a scope, a parallel loop or a wait",
        || {
            let pool = build(Runtime::builder().executor(Unwaiting));
            let (_completer, token) = Token::pending();
            let task = pool.execute(move || {
                let inline = build(Runtime::builder().inline());
                let _ = panic::catch_unwind(AssertUnwindSafe(|| token.wait()));
                drop(inline);
            });
            let _ = task.wait();
        },
    );
}

struct Refuses;

impl Executor for Refuses {
    fn execute(&self, job: Job) {
        drop(job);
        panic!("the pool is closed");
    }

    fn parallelism(&self) -> usize {
        1
    }
}

#[cfg(not(miri))]
#[test]
fn a_scope_whose_pool_panics_ends_the_process() {
    let test = "a_scope_whose_pool_panics_ends_the_process";
    dies(
        test,
        "an executor panicked in a join, a scope, a parallel loop or a wait",
        || {
            let runtime = build(Runtime::builder().executor(Refuses));
            let _ = thread::spawn(move || runtime.scope(|scope| scope.spawn(|| ()))).join();
        },
    );
}
