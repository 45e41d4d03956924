//! Fatal errors of LLVM, kept from ending the process.
//!
//! LLVM calls its fatal error handler when it cannot go on ("cannot select", out of registers) and ends the
//! process as soon as the handler returns. The handler must not unwind through LLVM's frames either: they are
//! compiled without exceptions. So compiling runs on threads of its own; there the handler hands the reason
//! to whoever waits and then never returns. The thread stays parked for good, with the context and module it
//! was working on. That is a leak for each fatal error, in exchange for an error value instead of an abort.
//! LLVM does not call the handler under a lock of its own, but a fatal error deep inside a rarely used
//! process-wide table could leave that table locked; this has not been seen.

use std::cell::RefCell;
use std::ffi::{CStr, c_char};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use super::api::Api;
use crate::error::Error;

/// LLVM recurses over expressions and dominator trees; deep input overflows the 2 MiB that threads get by default.
const STACK_BYTES: usize = 64 << 20;

/// Hands the reason of a fatal error to whoever waits for the thread.
type Report = Box<dyn FnOnce(String)>;

thread_local! {
    /// Set while this thread runs a job that a [`Pool`] waits for.
    static REPORT: RefCell<Option<Report>> = const { RefCell::new(None) };
}

/// Makes LLVM call [`on_fatal_error`]; once a process.
pub(super) fn install_handler(api: &Api) {
    // SAFETY: the handler has the signature of the header and lives as long as the program.
    unsafe { (api.LLVMInstallFatalErrorHandler)(on_fatal_error) };
}

unsafe extern "C" fn on_fatal_error(reason: *const c_char) {
    // SAFETY: LLVM passes a NUL-terminated string that lives for the call.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned();
    let report = REPORT.with(|report| report.try_borrow_mut().ok().and_then(|mut slot| slot.take()));
    let Some(report) = report else {
        // Outside of a compile job nobody can take the error; LLVM would end the process after we return.
        eprintln!("LLVM gave up: {reason}");
        std::process::abort();
    };
    report(reason);
    loop {
        thread::park();
    }
}

/// How a job ended.
enum Outcome<T> {
    Finished(thread::Result<Result<T, Error>>),
    Fatal(String),
}

/// Runs one job on a thread of its own, as [`run_jobs`] does.
pub(super) fn run_job<T: Send + 'static>(job: impl FnOnce() -> Result<T, Error> + Send + 'static) -> Result<T, Error> {
    let mut job = Some(job);
    only(run_jobs(1, 1, |_| {
        let job = job.take();
        move || job.map_or(Err(Error::NoResult), |job| job())
    }))
}

/// The result of the only job.
pub(super) fn only<T>(results: Vec<Result<T, Error>>) -> Result<T, Error> {
    results.into_iter().next().unwrap_or(Err(Error::NoResult))
}

/// Runs `count` jobs, at most `parallelism` at a time, each on a thread of its own; results are in job order.
///
/// A job that panics makes this function panic with the same payload once its result is received.
pub(super) fn run_jobs<T, J>(count: usize, parallelism: usize, mut job: impl FnMut(usize) -> J) -> Vec<Result<T, Error>>
where
    T: Send + 'static,
    J: FnOnce() -> Result<T, Error> + Send + 'static,
{
    let mut pool = Pool::new(count);
    let mut next = 0;
    loop {
        while next < count && pool.running < parallelism.max(1) {
            pool.start(next, job(next));
            next += 1;
        }
        if pool.running == 0 {
            break;
        }
        pool.wait_for_one();
    }
    pool.results.into_iter().flatten().collect()
}

struct Pool<T> {
    sender: Sender<(usize, Outcome<T>)>,
    receiver: Receiver<(usize, Outcome<T>)>,
    threads: Vec<Option<JoinHandle<()>>>,
    results: Vec<Option<Result<T, Error>>>,
    running: usize,
}

impl<T: Send + 'static> Pool<T> {
    fn new(count: usize) -> Self {
        let (sender, receiver) = channel();
        Self {
            sender,
            receiver,
            threads: (0..count).map(|_| None).collect(),
            results: (0..count).map(|_| None).collect(),
            running: 0,
        }
    }

    fn start(&mut self, index: usize, job: impl FnOnce() -> Result<T, Error> + Send + 'static) {
        let sender = self.sender.clone();
        let run = move || {
            let fatal_sender = sender.clone();
            // A receiver that is gone has no use for the outcome, so failing sends are ignored.
            let report: Report = Box::new(move |reason| {
                let _ = fatal_sender.send((index, Outcome::Fatal(reason)));
            });
            REPORT.set(Some(report));
            let result = panic::catch_unwind(AssertUnwindSafe(job));
            REPORT.set(None);
            let _ = sender.send((index, Outcome::Finished(result)));
        };
        match thread::Builder::new()
            .name("asyncir-llvm".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(run)
        {
            Ok(thread) => {
                self.threads[index] = Some(thread);
                self.running += 1;
            }
            Err(error) => self.results[index] = Some(Err(Error::Thread(error.to_string()))),
        }
    }

    fn wait_for_one(&mut self) {
        // The pool holds a sender itself, so the channel cannot be closed.
        let Ok((index, outcome)) = self.receiver.recv() else {
            return;
        };
        self.running -= 1;
        let thread = self.threads[index].take();
        self.results[index] = Some(match outcome {
            Outcome::Fatal(reason) => Err(Error::Fatal(reason)),
            Outcome::Finished(result) => {
                if let Some(thread) = thread {
                    // The job's panic was caught and is in `result`; nothing after it can panic.
                    let _ = thread.join();
                }
                result.unwrap_or_else(|payload| panic::resume_unwind(payload))
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_keep_job_order_and_parallelism_is_bounded() {
        static RUNNING: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let results = run_jobs(16, 3, |index| {
            move || {
                let running = RUNNING.fetch_add(1, Ordering::SeqCst) + 1;
                MOST.fetch_max(running, Ordering::SeqCst);
                thread::sleep(std::time::Duration::from_millis((16 - index as u64) % 5));
                RUNNING.fetch_sub(1, Ordering::SeqCst);
                if index == 7 {
                    Err(Error::Emit("seven".to_owned()))
                } else {
                    Ok(index)
                }
            }
        });
        let expected: Vec<_> = (0..16)
            .map(|index| {
                if index == 7 {
                    Err(Error::Emit("seven".to_owned()))
                } else {
                    Ok(index)
                }
            })
            .collect();
        assert_eq!(results, expected);
        assert!(MOST.load(Ordering::SeqCst) <= 3);
    }

    #[test]
    fn a_fatal_error_is_an_error_and_other_jobs_go_on() {
        let results = run_jobs(3, 1, |index| {
            move || {
                if index == 1 {
                    // SAFETY: a NUL-terminated string that lives for the call, as LLVM passes.
                    unsafe { on_fatal_error(c"cannot select".as_ptr()) };
                }
                Ok(index)
            }
        });
        assert_eq!(results, [Ok(0), Err(Error::Fatal("cannot select".to_owned())), Ok(2)]);
    }
}
