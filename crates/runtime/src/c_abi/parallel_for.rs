//! Parallel loops.

use std::ffi::c_void;

use super::AnyObject;
use crate::local;
use crate::object::Object;
use crate::parallel_for::{self, Awaited, Body, BodyFn, Codes, Shape};
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

/// Runs the iterations `0..trip` of a loop on all workers and waits for them.
///
/// `body(context, begin, end)` runs iterations `begin..end`, on any threads at the same time, and returns zero, or the
/// failure of an iteration (see [`asyncirRuntimeMakeFailure`](super::asyncirRuntimeMakeFailure)). Then no further ranges
/// are begun. The result is zero, or the failure of the range that comes first among those that failed; the caller
/// owns it.
///
/// `first` says how many iterations are not worth splitting (about a microsecond of work), zero if nothing
/// is known. Ranges are split when workers have time for them, and their lengths follow from measured time; a
/// positive `grain` fixes the length instead, [`ASYNCIR_GRAIN_STATIC`] makes one range for each worker. At most
/// `workers` threads take part, or as many as there are if it is zero.
///
/// # Safety
/// `body(context, begin, end)` may be called for disjoint parts of `0..trip`, on any threads at the same time, until this
/// returns. What it returns is zero or a failure that it owned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeParallelFor(
    body: BodyFn,
    context: *mut c_void,
    trip: i64,
    first: i64,
    grain: i64,
    workers: i64,
) -> i64 {
    // SAFETY: the caller's promise.
    let body = unsafe { Body::new(body, context, Codes::Failures) };
    let scheduler = scheduler::current();
    let shape = shape(trip, first, grain, workers, scheduler.num_workers());
    parallel_for::run(&scheduler, body, shape)
}

/// As [`asyncirRuntimeParallelFor`], without waiting for ranges that other threads have begun: the result is a token,
/// which is available when all iterations are done, or in error with the failure. The context must live until then.
/// The caller owns the reference.
///
/// # Safety
/// As for [`asyncirRuntimeParallelFor`], until the token is complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn asyncirRuntimeParallelForToken(
    body: BodyFn,
    context: *mut c_void,
    trip: i64,
    first: i64,
    grain: i64,
    workers: i64,
) -> AnyObject {
    let token = local::with(RawToken::create).cast::<Object>();
    // SAFETY: the caller's promise.
    let body = unsafe { Body::new(body, context, Codes::Failures) };
    let scheduler = scheduler::current();
    let shape = shape(trip, first, grain, workers, scheduler.num_workers());
    parallel_for::start(&scheduler, body, shape, Awaited::Token(token));
    token.as_ptr().cast()
}
