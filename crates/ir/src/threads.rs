//! Work on several bodies, and whether it is shared out to threads.

use rayon::prelude::*;

use crate::body::Body;
use crate::context::Context;
use crate::verify::VerifyAhead;

/// With fewer ops in all, waking threads takes longer than the work.
const WORTHWHILE: usize = 2000;

/// Pieces of work for each thread, so that none has to wait long for the others in the end.
const PIECES: usize = 16;

/// How many of `count` items a thread takes at a time.
pub fn items_per_piece(count: usize) -> usize {
    (count / (PIECES * rayon::current_num_threads())).max(1)
}

/// Runs `work` on one of the threads that work is shared out to. What a thread allocates is freed fastest, and used again
/// soonest, by that thread, so that work of several steps of which most are shared out is best begun on one of them.
pub fn on_a_worker<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    rayon::scope(|_| work())
}

/// Whether the bodies of functions are worth working on several at once. It changes when work is done, never what comes
/// of it.
pub fn are_worth_sharing<'b>(bodies: impl Iterator<Item = &'b Body>) -> bool {
    let (mut count, mut size) = (0, 0);
    for body in bodies {
        count += 1;
        size += body.num_ops();
    }
    count > 1 && size >= WORTHWHILE && rayon::current_num_threads() > 1
}

/// Runs `work` on each of `items`: on several threads if `threads` allows it and their bodies are worth it, else one
/// after the other. Each thread has a verifier of its own, so that a body is verified while it is in the cache.
pub fn share<T: Send>(
    ctx: &Context,
    threads: bool,
    items: &mut [T],
    body_of: impl Fn(&T) -> &Body,
    work: impl Fn(&mut VerifyAhead<'_>, &mut T) + Sync + Send,
) {
    if threads && are_worth_sharing(items.iter().map(body_of)) {
        let at_once = items_per_piece(items.len());
        let items = items.par_iter_mut().with_max_len(at_once);
        items.for_each_init(|| VerifyAhead::new(ctx), work);
    } else {
        let mut verifier = VerifyAhead::new(ctx);
        items.iter_mut().for_each(|item| work(&mut verifier, item));
    }
}
