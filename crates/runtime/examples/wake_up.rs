//! How long a parked thread takes to go on after what it waits for is complete, for `cargo xtask bench-graphs`:
//! `wake_up asyncir 1000` prints nanoseconds from right before the completion to right after the wait, a line for each of
//! a thousand waits.

use std::hint;
use std::process::ExitCode;
use std::sync::mpsc;
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use asyncir_runtime::Token;

/// Long enough for a waiter to give up spinning and park.
const PAUSE: Duration = Duration::from_micros(200);

/// What completes something, and what waits for it.
type Pair = (Box<dyn FnOnce() + Send>, Box<dyn FnOnce()>);

/// A name, and what makes a pair.
type Named = (&'static str, fn() -> Pair);

const PAIRS: [Named; 4] = [
    ("asyncir", asyncir),
    ("tokio", tokio),
    ("condvar", condvar),
    ("park", park),
];

fn asyncir() -> Pair {
    let (completer, token) = Token::pending();
    (
        Box::new(|| completer.complete()),
        Box::new(move || token.wait().expect("it is completed")),
    )
}

fn tokio() -> Pair {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    (
        Box::new(|| sender.send(()).expect("somebody waits")),
        Box::new(|| receiver.blocking_recv().expect("it is sent")),
    )
}

fn condvar() -> Pair {
    let flag: &(Mutex<bool>, Condvar) = Box::leak(Box::default());
    (
        Box::new(|| {
            *flag.0.lock().expect("no panic") = true;
            flag.1.notify_one();
        }),
        Box::new(|| {
            let waiting = flag
                .1
                .wait_while(flag.0.lock().expect("no panic"), |complete| !*complete);
            drop(waiting.expect("no panic"));
        }),
    )
}

/// The thread itself, without anything to complete.
fn park() -> Pair {
    let waiter = thread::current();
    (Box::new(move || waiter.unpark()), Box::new(thread::park))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, waits] = &arguments[..] else {
        eprintln!("expected what to wait with and a number of waits, such as: asyncir 1000");
        return ExitCode::FAILURE;
    };
    let pair = PAIRS.iter().find(|(known, _)| known == name);
    let (Some((_, pair)), Ok(waits)) = (pair, waits.parse::<u32>()) else {
        eprintln!("'{name}' is not known, or '{waits}' is no number");
        return ExitCode::FAILURE;
    };
    let (jobs, completers) = mpsc::channel::<Box<dyn FnOnce() + Send>>();
    let (times, begins) = mpsc::channel();
    let other = thread::spawn(move || {
        for complete in completers {
            let start = Instant::now();
            while start.elapsed() < PAUSE {
                hint::spin_loop();
            }
            let begin = Instant::now();
            complete();
            times.send(begin).expect("the other thread listens");
        }
    });
    for _ in 0..waits {
        let (complete, wait) = pair();
        jobs.send(complete).expect("the other thread listens");
        wait();
        let end = Instant::now();
        let begin = begins.recv().expect("a time for each wait");
        println!("{}", end.duration_since(begin).as_nanos());
    }
    drop(jobs);
    other.join().expect("no panic");
    ExitCode::SUCCESS
}
