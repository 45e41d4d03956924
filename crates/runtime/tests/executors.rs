//! Runtimes without workers: inline, deterministic, and over the pools of a host.
#![cfg(not(loom))]

use std::sync::{Arc, Mutex};
use std::thread;

use asyncir_runtime::{Executor, Group, Job, Runtime, Token, block_on};

mod fewer;
use fewer::fewer;

#[cfg(not(miri))]
#[path = "../examples/rayon_pool.rs"]
mod rayon_pool;
#[cfg(not(miri))]
#[path = "../examples/tokio_pool.rs"]
mod tokio_pool;

#[cfg(not(miri))]
#[path = "../examples/timeout.rs"]
mod timeout;

#[cfg(not(miri))]
#[test]
fn waits_may_have_a_timeout() {
    timeout::main();
}

#[cfg(not(miri))]
#[test]
fn tasks_run_on_rayon() {
    rayon_pool::main();
}

#[cfg(not(miri))]
#[test]
fn tasks_run_on_tokio() {
    tokio_pool::main();
}

/// A number, and the Fibonacci number that it has.
const FIB: (u64, u64) = if cfg!(miri) { (5, 5) } else { (12, 144) };

fn fib(runtime: &Arc<Runtime>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let spawn = |n| {
        let inner = runtime.clone();
        runtime.spawn(move || fib(&inner, n))
    };
    let (left, right) = (spawn(n - 1), spawn(n - 2));
    left.wait().expect("no task fails") + right.wait().expect("no task fails")
}

#[test]
fn an_inline_runtime_runs_everything_on_its_thread() {
    let runtime = Arc::new(Runtime::builder().inline().build().expect("a runtime"));
    assert_eq!(runtime.num_workers(), 1);
    let home = thread::current().id();
    let inner = runtime.clone();
    let value = runtime.spawn(move || (thread::current().id(), fib(&inner, FIB.0)));
    assert!(!value.is_complete(), "nothing runs before somebody waits");
    assert_eq!(value.wait().expect("no task fails"), (home, FIB.1));
    assert_eq!(runtime.live_threads(), 0);
}

#[test]
fn runtimes_without_threads_run_while_their_thread_blocks_on_a_future() {
    let builders = [Runtime::builder().inline(), Runtime::builder().deterministic(3)];
    for builder in builders {
        let runtime = builder.build().expect("a runtime");
        let values: Vec<_> = (0..10).map(|number| runtime.spawn(move || number)).collect();
        let sum = block_on(async {
            let mut sum = 0;
            for value in values {
                sum += value.await.expect("no error");
            }
            sum
        });
        assert_eq!(sum, 45);
        // What another thread wakes.
        let (completer, token) = Token::pending();
        let woken = runtime.spawn_future(token);
        let waker = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(5));
            completer.complete();
        });
        assert_eq!(block_on(woken), Ok(Ok(())));
        waker.join().expect("no panic");
    }
}

#[test]
fn an_inline_runtime_runs_tasks_in_their_order() {
    let runtime = Runtime::builder().inline().build().expect("a runtime");
    let order = Arc::new(Mutex::new(Vec::new()));
    for number in 0..10 {
        let order = order.clone();
        runtime.execute(move || order.lock().expect("no panic").push(number));
    }
    runtime.quiesce().expect("not inside a task");
    assert_eq!(*order.lock().expect("no panic"), (0..10).collect::<Vec<_>>());
}

/// Looking through all tasks for each one would take minutes.
#[test]
fn a_thread_finds_what_it_awaits_among_many_tasks() {
    let runtime = Runtime::builder().inline().build().expect("a runtime");
    let count = fewer(300_000);
    let tokens: Vec<Token> = (0..count).map(|_| runtime.execute(|| ())).collect();
    // From both ends inwards, then from the middle on.
    let inwards = (0..count / 4).flat_map(|place| [place, count - 1 - place]);
    for place in inwards.chain(count / 4..count - count / 4) {
        assert_eq!(tokens[place].wait(), Ok(()));
    }
    let group = Group::new(u32::try_from(count).expect("a small count"));
    for _ in 0..count {
        runtime.execute_in(&group, || ()).expect("it has room");
    }
    group.wait().expect("no task fails");
}

#[test]
fn what_another_thread_queues_runs_on_the_thread_of_the_inline_runtime() {
    let runtime = Arc::new(Runtime::builder().inline().build().expect("a runtime"));
    let (completer, token) = Token::pending();
    let other = {
        let runtime = runtime.clone();
        thread::spawn(move || {
            thread::sleep(std::time::Duration::from_millis(20));
            runtime.spawn(move || completer.complete())
        })
    };
    token.wait().expect("the task completes it");
    other.join().expect("no panic").wait().expect("it ran");
}

/// The order in which tasks of a small graph append their numbers.
fn order_of(runtime: Runtime) -> (Vec<u32>, Vec<u32>) {
    let runtime = Arc::new(runtime);
    let order = Arc::new(Mutex::new(Vec::new()));
    let group = Group::new(20);
    for number in 0..20 {
        let (order, inner) = (order.clone(), runtime.clone());
        let task = runtime.execute(move || {
            order.lock().expect("no panic").push(number);
            if number % 3 == 0 {
                let order = order.clone();
                inner.execute(move || order.lock().expect("no panic").push(100 + number));
            }
        });
        group.add(&task).expect("twenty members");
    }
    group.wait().expect("no task fails");
    runtime.quiesce().expect("not inside a task");
    let order = order.lock().expect("no panic").clone();
    (order, runtime.choices().expect("a deterministic runtime"))
}

#[test]
fn a_seed_gives_one_order_and_another_seed_another() {
    let seeded = |seed| Runtime::builder().deterministic(seed).build().expect("a runtime");
    let (first, choices) = order_of(seeded(7));
    assert_eq!(order_of(seeded(7)), (first.clone(), choices.clone()));
    assert_ne!(order_of(seeded(8)).0, first);
    let replayed = Runtime::builder().replay(choices.clone()).build().expect("a runtime");
    assert_eq!(order_of(replayed), (first, choices));
}

/// Two tasks that each read, let others run, and write: some order loses an update. The deterministic
/// scheduler finds one, and finds it again.
#[test]
fn a_seed_shows_a_race_again() {
    let lost = |seed: u64| {
        let runtime = Runtime::builder().deterministic(seed).build().expect("a runtime");
        let counter = Arc::new(Mutex::new(0));
        for _ in 0..2 {
            let counter = counter.clone();
            runtime.spawn_future(async move {
                let seen = *counter.lock().expect("no panic");
                yield_once().await;
                *counter.lock().expect("no panic") = seen + 1;
            });
        }
        runtime.quiesce().expect("not inside a task");
        *counter.lock().expect("no panic") == 1
    };
    let losing = (0..SEEDS)
        .find(|&seed| lost(seed))
        .expect("half of all orders lose an update");
    assert!((0..SEEDS).any(|seed| !lost(seed)), "some orders do not");
    assert!((0..5).all(|_| lost(losing)));
}

const SEEDS: u64 = if cfg!(miri) { 20 } else { 100 };

async fn yield_once() {
    let mut yielded = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut yielded, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

/// A pool of one thread that its jobs block: only awaited tasks that are run in place can finish.
struct OneThread(std::sync::mpsc::Sender<Job>);

impl Executor for OneThread {
    fn execute(&self, job: Job) {
        self.0.send(job).expect("the thread lives as long as the pool");
    }

    fn parallelism(&self) -> usize {
        1
    }
}

#[test]
fn nested_awaits_finish_on_a_pool_of_one_thread() {
    let (send, receive) = std::sync::mpsc::channel::<Job>();
    let thread = thread::spawn(move || receive.into_iter().for_each(Job::run));
    let runtime = Arc::new(Runtime::builder().executor(OneThread(send)).build().expect("a runtime"));
    let inner = runtime.clone();
    let fibonacci = runtime.spawn(move || fib(&inner, FIB.0)).wait();
    assert_eq!(fibonacci.expect("no task fails"), FIB.1);
    runtime.quiesce().expect("not inside a task");
    drop(runtime);
    thread.join().expect("no panic");
}

/// A pool that has ended: it drops what it gets.
struct Ended;

impl Executor for Ended {
    fn execute(&self, job: Job) {
        drop(job);
    }

    fn parallelism(&self) -> usize {
        1
    }
}

/// Runs a test that must not wait for ever.
fn in_time(test: impl FnOnce() + Send + 'static) {
    let (ended, has_ended) = std::sync::mpsc::channel();
    let thread = thread::spawn(move || {
        test();
        ended.send(()).expect("somebody listens");
    });
    let longest = std::time::Duration::from_secs(120);
    match has_ended.recv_timeout(longest) {
        Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("it takes longer than {longest:?}"),
        _ => thread.join().expect("no panic"),
    }
}

#[test]
fn tasks_whose_jobs_were_dropped_run_in_the_end() {
    in_time(|| {
        let runtime = Runtime::builder().executor(Ended).build().expect("a runtime");
        let run = Arc::new(Mutex::new(0));
        for expected in 1..3 {
            let run = run.clone();
            let task = runtime.execute({
                let run = run.clone();
                move || *run.lock().expect("no panic") += 1
            });
            assert!(!task.is_complete());
            runtime.quiesce().expect("not inside a task");
            assert!(task.is_complete());
            assert_eq!(*run.lock().expect("no panic"), expected);
        }
        let last = runtime.spawn(|| 3);
        drop(runtime);
        assert_eq!(last.wait(), Ok(3));
    });
}

/// A thread that drives runtimes waits as any other one once it ends.
#[test]
fn thread_local_destructors_wait_after_an_inline_runtime() {
    struct Waits;
    impl Drop for Waits {
        fn drop(&mut self) {
            assert_eq!(Runtime::global().spawn(|| 4).wait(), Ok(4));
            let inline = Runtime::builder().inline().build().expect("a runtime");
            drop(inline);
        }
    }
    thread_local! {
        static WAITS: Waits = const { Waits };
    }
    in_time(|| {
        let thread = std::thread::spawn(|| {
            WAITS.with(|_| {});
            let inline = Runtime::builder().inline().build().expect("a runtime");
            assert_eq!(inline.spawn(|| 3).wait(), Ok(3));
        });
        thread.join().expect("no panic");
    });
}

#[test]
fn joins_of_a_deterministic_runtime_need_no_other_thread() {
    in_time(|| {
        let runtime = Arc::new(Runtime::builder().deterministic(1).build().expect("a runtime"));
        let elsewhere = std::thread::spawn({
            let runtime = runtime.clone();
            move || runtime.join(|| 1, || runtime.join(|| 2, || 3))
        });
        assert_eq!(elsewhere.join().expect("no panic"), (1, (2, 3)));
        assert_eq!(runtime.join(|| 1, || 2), (1, 2));
    });
}

#[test]
fn others_wait_for_the_thread_of_an_inline_runtime() {
    in_time(|| {
        let runtime = Runtime::builder().inline().build().expect("a runtime");
        let value = runtime.spawn(|| thread::current().id());
        let (completer, token) = Token::pending();
        thread::scope(|scope| {
            scope.spawn(|| {
                runtime.quiesce().expect("not inside a task");
                completer.complete();
            });
            // Time in which the other thread could run the task.
            thread::sleep(std::time::Duration::from_millis(50));
            token.wait().expect("completed above");
        });
        assert_eq!(value.wait(), Ok(thread::current().id()));
    });
}

#[test]
fn who_drops_an_inline_runtime_runs_what_is_left() {
    in_time(|| {
        let build = || Runtime::builder().inline().build().expect("a runtime");
        let runtime = build();
        let value = runtime.spawn(|| 1);
        thread::spawn(move || drop(runtime)).join().expect("no panic");
        assert_eq!(value.wait(), Ok(1));
        let orphan = thread::spawn(build).join().expect("no panic");
        let value = orphan.spawn(|| 2);
        orphan.quiesce().expect("not inside a task");
        assert_eq!(value.wait(), Ok(2));
    });
}

/// The only worker of a runtime builds inline runtimes, and awaits tasks of its own one afterwards.
#[test]
fn a_worker_with_an_inline_runtime_makes_way_for_others() {
    in_time(|| {
        let runtime = Arc::new(Runtime::builder().num_workers(1).build().expect("a runtime"));
        let inner = runtime.clone();
        let (send, receive) = std::sync::mpsc::channel();
        runtime.execute(move || {
            let after_another = |number: u32| {
                let (completer, token) = Token::pending();
                let value = inner.spawn(move || {
                    token.wait().expect("completed below");
                    number
                });
                inner.execute(move || completer.complete());
                value.wait().expect("no task fails")
            };
            drop(Runtime::builder().inline().build().expect("a runtime"));
            let without = after_another(1);
            let inline = Runtime::builder().inline().build().expect("a runtime");
            let with = after_another(2);
            let sum = without + with + inline.spawn(|| 4).wait().expect("no task fails");
            send.send(sum).expect("somebody listens");
        });
        // A thread that awaited the task would run it itself.
        assert_eq!(receive.recv(), Ok(7));
    });
}

/// A pool with one thread, which starts another one while a job blocks.
struct Growing {
    jobs: Mutex<std::sync::mpsc::Sender<Job>>,
    queue: Arc<Mutex<std::sync::mpsc::Receiver<Job>>>,
    blocked: Arc<Mutex<u32>>,
}

impl Growing {
    fn new(blocked: &Arc<Mutex<u32>>) -> Self {
        let (jobs, queue) = std::sync::mpsc::channel();
        let pool = Self {
            jobs: Mutex::new(jobs),
            queue: Arc::new(Mutex::new(queue)),
            blocked: blocked.clone(),
        };
        pool.start_thread();
        pool
    }

    fn start_thread(&self) {
        let queue = self.queue.clone();
        let next = move || queue.lock().expect("no panic").recv().ok();
        thread::spawn(move || std::iter::from_fn(next).for_each(Job::run));
    }
}

impl Executor for Growing {
    fn execute(&self, job: Job) {
        let _ = self.jobs.lock().expect("no panic").send(job);
    }

    fn parallelism(&self) -> usize {
        1
    }

    fn block(&self, wait: &mut dyn FnMut()) {
        *self.blocked.lock().expect("no panic") += 1;
        self.start_thread();
        wait();
    }
}

#[test]
fn a_pool_is_told_of_waits_of_a_thread_with_an_inline_runtime() {
    in_time(|| {
        let blocked = Arc::new(Mutex::new(0));
        let pool = Growing::new(&blocked);
        let runtime = Runtime::builder().executor(pool).build().expect("a runtime");
        let (completer, token) = Token::pending();
        let waits = runtime.execute(move || {
            let inline = Runtime::builder().inline().build().expect("a runtime");
            token.wait().expect("completed below");
            drop(inline);
        });
        runtime.execute(move || {
            // The other thread looks again several times.
            thread::sleep(std::time::Duration::from_millis(300));
            completer.complete();
        });
        runtime.quiesce().expect("not inside a task");
        assert!(waits.is_complete());
        assert_eq!(*blocked.lock().expect("no panic"), 1);
    });
}

/// Gives way until a flag is set, or for so many times.
async fn give_way_until(flag: Arc<std::sync::atomic::AtomicBool>, most: usize) -> bool {
    for _ in 0..most {
        if flag.load(std::sync::atomic::Ordering::Relaxed) {
            return true;
        }
        let mut gave_way = false;
        std::future::poll_fn(|context| {
            if std::mem::replace(&mut gave_way, true) {
                return std::task::Poll::Ready(());
            }
            context.waker().wake_by_ref();
            std::task::Poll::Pending
        })
        .await;
    }
    false
}

#[test]
fn runtimes_of_one_thread_take_turns() {
    for waits in [0, 1] {
        let runtimes = [0, 1].map(|_| Runtime::builder().inline().build().expect("a runtime"));
        let flag = Arc::default();
        let value = runtimes[waits].spawn_future(give_way_until(Arc::clone(&flag), 10_000));
        runtimes[1 - waits].execute(move || flag.store(true, std::sync::atomic::Ordering::Relaxed));
        assert_eq!(value.wait(), Ok(true), "number {waits} waits");
    }
}

#[test]
fn a_worker_that_runs_tasks_of_an_inline_runtime_makes_way_for_others() {
    let runtime = Runtime::builder().num_workers(1).build().expect("a runtime");
    let flag = Arc::default();
    let (begin, begun) = Token::pending();
    let value = runtime.spawn({
        let flag = Arc::clone(&flag);
        move || {
            let inline = Runtime::builder().inline().build().expect("a runtime");
            begin.complete();
            inline.spawn_future(give_way_until(flag, usize::MAX)).wait()
        }
    });
    begun.wait().expect("completed above");
    runtime.execute(move || flag.store(true, std::sync::atomic::Ordering::Relaxed));
    assert_eq!(value.wait(), Ok(Ok(true)));
}

#[test]
fn without_choices_the_oldest_task_is_next() {
    let order = |choices| {
        let runtime = Runtime::builder().replay(choices).build().expect("a runtime");
        let order = Arc::new(Mutex::new(Vec::new()));
        for number in 0..6 {
            let order = order.clone();
            runtime.execute(move || order.lock().expect("no panic").push(number));
        }
        runtime.quiesce().expect("not inside a task");
        let choices = runtime.choices().expect("a replayed runtime");
        (order.lock().expect("no panic").clone(), choices)
    };
    assert_eq!(order(vec![]), (vec![0, 1, 2, 3, 4, 5], vec![]));
    assert_eq!(order(vec![2, 0]), (vec![2, 0, 1, 3, 4, 5], vec![2, 0]));
}

/// Waits for ever, and shows its waker.
struct Suspended {
    waker: Arc<Mutex<Option<std::task::Waker>>>,
    _captured: Arc<()>,
}

impl Future for Suspended {
    type Output = ();

    fn poll(self: std::pin::Pin<&mut Self>, context: &mut std::task::Context<'_>) -> std::task::Poll<()> {
        *self.waker.lock().expect("no panic") = Some(context.waker().clone());
        std::task::Poll::Pending
    }
}

#[test]
fn a_future_goes_on_after_its_inline_runtime() {
    in_time(|| {
        let (waker, captured) = (Arc::default(), Arc::new(()));
        let runtime = Runtime::builder().inline().build().expect("a runtime");
        let value = runtime.spawn_future(Suspended {
            waker: Arc::clone(&waker),
            _captured: captured.clone(),
        });
        runtime.quiesce().expect("not inside a task");
        drop(runtime);
        // The last waker goes, and so does the future, on a thread that is started for it.
        waker.lock().expect("no panic").take();
        assert!(value.wait().is_err());
        while Arc::strong_count(&captured) > 1 {
            thread::yield_now();
        }
    });
}

#[test]
fn runtimes_in_one_process_keep_apart() {
    let runtimes = [1, 2, 3].map(|workers| {
        let runtime = Runtime::builder()
            .num_workers(workers)
            .spin(std::time::Duration::ZERO)
            .pin_workers();
        Arc::new(runtime.build().expect("a runtime"))
    });
    for round in 0..fewer(20) as u64 {
        let values: Vec<_> = runtimes
            .iter()
            .map(|runtime| {
                runtime.spawn({
                    let runtime = runtime.clone();
                    move || fib(&runtime, 5 + round % 5)
                })
            })
            .collect();
        let results: Vec<_> = values
            .into_iter()
            .map(|value| value.wait().expect("no task fails"))
            .collect();
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
    }
    for (workers, runtime) in [1, 2, 3].into_iter().zip(runtimes) {
        assert_eq!(runtime.num_workers(), workers);
        runtime.quiesce().expect("not inside a task");
    }
}
