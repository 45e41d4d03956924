//! Tasks that are never out of work do not keep others from running.

use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::Poll;
use std::time::{Duration, Instant};

use asyncir_runtime::{Runtime, Token, Value};

/// Far more than it takes; without fairness, it takes for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// Becomes ready again and again, and says so at once, until the flag is set.
async fn spin(ends: Arc<AtomicBool>) {
    while !ends.load(Ordering::Relaxed) {
        give_way().await;
    }
}

fn give_way() -> impl Future<Output = ()> {
    let mut gave_way = false;
    poll_fn(move |cx| {
        if gave_way {
            return Poll::Ready(());
        }
        gave_way = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
}

/// A runtime all of whose workers are busy for ever with futures that give way.
struct Busy {
    runtime: Runtime,
    ends: Arc<AtomicBool>,
    spinning: Vec<Value<()>>,
}

impl Busy {
    fn new(workers: usize) -> Self {
        let runtime = Runtime::builder().num_workers(workers).build().expect("a runtime");
        let ends = Arc::new(AtomicBool::new(false));
        let mut spinning = Vec::new();
        for _ in 0..workers {
            let (started, start) = channel();
            let ends = ends.clone();
            let future = async move {
                started.send(()).expect("the test waits");
                spin(ends).await;
            };
            spinning.push(runtime.spawn_future(future));
            start.recv().expect("it starts");
        }
        Self {
            runtime,
            ends,
            spinning,
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        for value in self.spinning.drain(..) {
            value.wait().expect("it ends");
        }
    }
}

fn probe() -> (Sender<()>, Receiver<()>) {
    channel()
}

fn expect(ran: &Receiver<()>, what: &str) {
    assert!(ran.recv_timeout(PATIENCE).is_ok(), "{what} never ran");
}

#[test]
fn tasks_from_outside_run_beside_tasks_that_give_way() {
    for workers in [1, 2] {
        let busy = Busy::new(workers);
        for number in 0..10 {
            let (run, ran) = probe();
            let token = busy.runtime.execute(move || run.send(()).expect("the test waits"));
            expect(&ran, &format!("task {number} beside {workers} others"));
            token.wait().expect("no error");
        }
    }
}

#[test]
fn futures_that_are_woken_from_outside_go_on_beside_tasks_that_give_way() {
    let busy = Busy::new(1);
    let (completer, token) = Token::pending();
    let (run, ran) = probe();
    let waiting = busy.runtime.spawn_future(async move {
        token.await.expect("no error");
        give_way().await;
        run.send(()).expect("the test waits");
    });
    completer.complete();
    expect(&ran, "what was woken");
    waiting.wait().expect("no error");
}

#[test]
fn what_a_task_queues_runs_even_if_the_task_never_ends() {
    let runtime: &'static Runtime = Box::leak(Box::new(Runtime::builder().num_workers(1).build().expect("a runtime")));
    let ends = Arc::new(AtomicBool::new(false));
    let (run, ran) = probe();
    let own_end = ends.clone();
    let spinning = runtime.spawn_future(async move {
        drop(runtime.execute(move || run.send(()).expect("the test waits")));
        spin(own_end).await;
    });
    expect(&ran, "what the task queued");
    ends.store(true, Ordering::Relaxed);
    spinning.wait().expect("no error");
}

/// Takes some time, and queues itself again until the flag is set.
fn again(runtime: &'static Runtime, time: Duration, ends: Arc<AtomicBool>) {
    let begin = Instant::now();
    while begin.elapsed() < time {
        std::hint::spin_loop();
    }
    if !ends.load(Ordering::Relaxed) {
        drop(runtime.execute(move || again(runtime, time, ends)));
    }
}

/// A thread has a queue of its own; what is left there when it ends goes to the shared queue.
#[test]
fn tasks_run_beside_chains_of_any_speed() {
    for time in [0, 50, 5000].map(Duration::from_micros) {
        let runtime: &'static Runtime =
            Box::leak(Box::new(Runtime::builder().num_workers(1).build().expect("a runtime")));
        let ends = Arc::new(AtomicBool::new(false));
        for _ in 0..2 {
            again(runtime, time, ends.clone());
        }
        let (run, ran) = probe();
        let token = runtime.execute(move || run.send(()).expect("the test waits"));
        expect(&ran, &format!("a task beside chains of {time:?}"));
        token.wait().expect("no error");
        let (run, ran) = probe();
        let queueing = std::thread::spawn(move || drop(runtime.execute(move || run.send(()).expect("the test waits"))));
        queueing.join().expect("no panic");
        expect(
            &ran,
            &format!("a task of a thread that has ended beside chains of {time:?}"),
        );
        ends.store(true, Ordering::Relaxed);
        runtime.quiesce().expect("this is no task");
    }
}
