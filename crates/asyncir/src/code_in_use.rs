//! Code of engines, and what becomes of it when they are dropped while tasks may still run it.
//!
//! One thread, which is there as long as there is such code, looks from time to time whether the runtimes that got tasks of
//! the program have nothing to run. One of the tasks may be the one that dropped the engine.

#![allow(
    unsafe_code,
    reason = "static finalisers are code of the program, for which whoever compiled it vouched"
)]

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{process, thread};

use asyncir_codegen::run::Code;
use asyncir_runtime::{Activity, TaskError, catch_failure, exit_on_failure};

/// How long the thread waits between looks, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(50));

/// Code of a program. Static finalisers run when it is dropped.
pub(crate) struct LoadedCode {
    pub(crate) code: Box<dyn Code>,
    /// Whether failures of the program end the process.
    pub(crate) exits_on_failure: bool,
}

impl LoadedCode {
    /// Runs code of the program, whose failure is an error or ends the process.
    pub(crate) fn run<R>(&self, program: impl FnOnce() -> R) -> Result<R, TaskError> {
        if self.exits_on_failure {
            Ok(exit_on_failure(program))
        } else {
            catch_failure(program)
        }
    }
}

impl Drop for LoadedCode {
    fn drop(&mut self) {
        // SAFETY: whoever drops the code has nothing left that calls it.
        while let Err(failure) = self.run(|| unsafe { self.code.finalize() }) {
            // Nobody else hears of it: what is dropped returns nothing.
            report(&failure);
        }
    }
}

/// Writes to standard error. Unlike with `eprintln!`, it is no panic if that is closed.
fn report(failure: &TaskError) {
    let _ = writeln!(io::stderr().lock(), "error: {failure}");
}

struct CodeInUse {
    code: LoadedCode,
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
pub(crate) fn free_when_quiet(code: LoadedCode, runtimes: Vec<Activity>) {
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
