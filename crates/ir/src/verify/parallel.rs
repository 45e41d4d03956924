//! Checking the isolated ops of a body on several threads.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rayon::prelude::*;

use crate::body::{BlockId, Body, OpId};
use crate::diagnostics::Diagnostics;

/// Bodies with fewer ops in all are checked faster than threads are woken.
const WORTHWHILE: usize = 2000;

/// What was found in each of the isolated ops.
pub(super) type Results = HashMap<OpId, Diagnostics, FixedState>;

/// Checks the isolated ops of `blocks` at once, if that is wanted and there is enough to do; else the result is empty.
/// What `check` learns in one op it may use in another.
pub(super) fn check<T: Default + Send>(
    threads: bool,
    body: &Body,
    blocks: impl Iterator<Item = BlockId>,
    check: impl Fn(OpId, &mut T) -> Diagnostics + Sync,
) -> Results {
    if !threads || rayon::current_num_threads() < 2 {
        return Results::default();
    }
    let size = |op: OpId| body.op(op).body().map(Body::num_ops);
    let isolated: Vec<OpId> = blocks
        .flat_map(|block| body.block_ops(block))
        .filter(|&op| size(op).is_some())
        .collect();
    if isolated.len() < 2 || isolated.iter().filter_map(|&op| size(op)).sum::<usize>() < WORTHWHILE {
        return Results::default();
    }
    let found: Vec<(OpId, Diagnostics)> = isolated
        .into_par_iter()
        .map_init(T::default, |known, op| (op, check(op, known)))
        .collect();
    found.into_iter().collect()
}
