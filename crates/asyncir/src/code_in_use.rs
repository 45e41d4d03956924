//! Code of engines that were dropped while tasks may still run it.
//!
//! One thread, which is there as long as there is such code, looks from time to time whether the runtimes that got tasks of
//! the program have nothing to run. One of the tasks may be the one that dropped the engine.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{process, thread};

use asyncir_codegen::run::Code;
use asyncir_runtime::Activity;

/// How long the thread waits between looks, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(50));

struct CodeInUse {
    code: Box<dyn Code>,
    runtimes: Vec<Activity>,
}

#[derive(Default)]
struct Waiting {
    code: Vec<CodeInUse>,
    /// The process that has the thread: one that is forked from it has none.
    process_of_thread: Option<u32>,
}

static WAITING: Mutex<Waiting> = Mutex::new(Waiting {
    code: Vec::new(),
    process_of_thread: None,
});

fn waiting() -> MutexGuard<'static, Waiting> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Frees code when nothing runs on these runtimes. If no thread can be started for that, the code stays until one can.
pub(crate) fn free_when_quiet(code: Box<dyn Code>, runtimes: Vec<Activity>) {
    let mut waiting = waiting();
    waiting.code.push(CodeInUse { code, runtimes });
    let process = Some(process::id());
    if waiting.process_of_thread != process {
        let started = thread::Builder::new().spawn(free);
        waiting.process_of_thread = process.filter(|_| started.is_ok());
    }
}

fn free() {
    let (mut pause, longest) = PAUSES;
    loop {
        let mut waiting = waiting();
        let is_unused = |code: &mut CodeInUse| code.runtimes.iter().all(Activity::is_quiet);
        let unused: Vec<CodeInUse> = waiting.code.extract_if(.., is_unused).collect();
        let is_last = waiting.code.is_empty();
        if is_last {
            waiting.process_of_thread = None;
        }
        // Destructors of programs run now.
        drop(waiting);
        unused.into_iter().for_each(|unused| drop(unused.code));
        if is_last {
            return;
        }
        thread::sleep(pause);
        pause = (2 * pause).min(longest);
    }
}
