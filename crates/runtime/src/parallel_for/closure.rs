//! Loops of Rust closures.

use std::ffi::c_void;
use std::mem;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Body, Codes, Shape, run};
use crate::drop_caught::{Payload, keep_first};
use crate::join::Guard;
use crate::scheduler::Scheduler;

/// How [`Runtime::parallel_for_with`](crate::Runtime::parallel_for_with) splits the range of a loop. By default, this
/// depends on the measured time of iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoopOptions {
    /// The number of iterations that take about a microsecond. Fewer iterations than these are not worth splitting. Zero if
    /// their time is not known.
    pub first: usize,
    /// The number of iterations that a thread takes at a time while others look for work. If it is zero, it follows from the
    /// measured time. A call of the body may get more, up to all, if nobody else takes part.
    pub grain: usize,
    /// The maximum number of threads that run the loop. If it is zero, all workers can take part.
    pub workers: usize,
}

struct LoopClosure<F> {
    body: F,
    offset: usize,
    panic: Mutex<Option<Payload>>,
}

pub(crate) fn run_closure<F>(scheduler: &Arc<Scheduler>, range: Range<usize>, options: LoopOptions, body: F)
where
    F: Fn(Range<usize>) + Sync,
{
    let shape = Shape {
        trip: range.len() as u64,
        first: options.first as u64,
        grain: options.grain as u64,
        workers: options.workers,
    };
    let job = LoopClosure {
        body,
        offset: range.start,
        panic: Mutex::new(None),
    };
    let context = (&raw const job).cast_mut().cast();
    // SAFETY: the job is `Sync` but for the closure's lifetime, and `run` returns when nobody uses it any more.
    let body = unsafe { Body::new(call::<F>, context, Codes::Numbers) };
    // A host's pool may panic. The job is not let go of then.
    let guard = Guard;
    run(scheduler, body, shape);
    mem::forget(guard);
    let panic = job.panic.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(panic) = panic {
        panic::resume_unwind(panic);
    }
}

unsafe extern "C" fn call<F>(context: *mut c_void, begin: i64, end: i64) -> i64
where
    F: Fn(Range<usize>) + Sync,
{
    // SAFETY: the context that `run_closure` made.
    let job = unsafe { &*context.cast_const().cast::<LoopClosure<F>>() };
    // The numbers are those of a range of `usize`.
    let range = job.offset + begin as usize..job.offset + end as usize;
    match panic::catch_unwind(AssertUnwindSafe(|| (job.body)(range))) {
        Ok(()) => 0,
        Err(payload) => {
            keep_first(&job.panic, payload);
            1
        }
    }
}
