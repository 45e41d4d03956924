//! Parallel loops.

use std::ffi::c_void;

use super::{AnyObject, function};
use crate::local;
use crate::object::Object;
use crate::parallel_for::{self, Body, BodyFn, Codes, LoopCompletion, Shape};
use crate::scheduler;
use crate::token::RawToken;

/// The grain that gives each worker one range of the same length.
pub const ASYNCIR_GRAIN_STATIC: i64 = -1;

/// What the arguments of the C functions mean.
fn shape(trip: i64, first: i64, grain: i64, workers: i64, all: usize) -> Shape {
    let trip = u64::try_from(trip).unwrap_or(0);
    let workers = usize::try_from(workers).unwrap_or(0);
    let team = if workers == 0 { all } else { workers.min(all) };
    Shape {
        trip,
        first: u64::try_from(first).unwrap_or(0),
        grain: match grain {
            ASYNCIR_GRAIN_STATIC => trip.div_ceil(team as u64),
            grain => u64::try_from(grain).unwrap_or(0),
        },
        workers,
    }
}

/// Runs the iterations `0..trip` of a loop on all workers, and waits for them.
///
/// `body(context, begin, end)` runs the iterations `begin..end`. Several threads call it at the same time. It returns zero,
/// or the failure of an iteration (see [`asyncirRuntimeMakeFailure`](super::asyncirRuntimeMakeFailure)). After a failure, no
/// further ranges are started. The result is zero, or the failure of the first range, in the order of iterations, that
/// failed. The caller owns this failure.
///
/// `first` is the number of iterations that take about a microsecond, so fewer are not worth splitting. It is zero if their
/// time is not known. Ranges are split when workers are idle, and their lengths follow from measured time. A positive
/// `grain` fixes the length instead, and [`ASYNCIR_GRAIN_STATIC`] makes one range for each worker. At most `workers` threads
/// take part. If `workers` is zero, all workers can take part.
///
/// # Safety
/// It must be sound to call `body(context, begin, end)` for disjoint parts of `0..trip`, on several threads at the same
/// time, until this function returns. `body` must return zero or a failure that it owned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeParallelFor(
    body: Option<BodyFn>,
    context: *mut c_void,
    trip: i64,
    first: i64,
    grain: i64,
    workers: i64,
) -> i64 {
    // SAFETY: the caller's promise.
    let body = unsafe { Body::new(function(body), context, Codes::Failures) };
    let scheduler = scheduler::current();
    let shape = shape(trip, first, grain, workers, scheduler.num_workers());
    parallel_for::run(&scheduler, body, shape)
}

/// Does the same as [`asyncirRuntimeParallelFor`], but does not wait for ranges that other threads have started. The result
/// is a token. It becomes available when all iterations are complete, or an error with the failure. The context must live
/// until then. The caller owns the reference to the token.
///
/// # Safety
/// As for [`asyncirRuntimeParallelFor`], until the token is complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeParallelForToken(
    body: Option<BodyFn>,
    context: *mut c_void,
    trip: i64,
    first: i64,
    grain: i64,
    workers: i64,
) -> AnyObject {
    let token = local::with(RawToken::create).cast::<Object>();
    // SAFETY: the caller's promise.
    let body = unsafe { Body::new(function(body), context, Codes::Failures) };
    let scheduler = scheduler::current();
    let shape = shape(trip, first, grain, workers, scheduler.num_workers());
    parallel_for::start(&scheduler, body, shape, LoopCompletion::Token(token));
    token.as_ptr().cast()
}
