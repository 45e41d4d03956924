//! Checking the isolated ops of a body on several threads.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rayon::prelude::*;

use crate::body::{BlockId, Body, OpId};
use crate::diagnostics::Diagnostics;
use crate::threads::are_worth_sharing;

/// What was found in each of the isolated ops.
pub(super) type Results = HashMap<OpId, Diagnostics, FixedState>;

/// Checks the isolated ops of `blocks` at once, if that is wanted and there is enough to do; else the result is empty.
/// What `check` learns in one op it may use in another, beginning with what `start` gives.
pub(super) fn check<T>(
    threads: bool,
    body: &Body,
    blocks: impl Iterator<Item = BlockId>,
    start: impl Fn() -> T + Sync + Send,
    check: impl Fn(OpId, &mut T) -> Diagnostics + Sync,
) -> Results {
    if !threads {
        return Results::default();
    }
    let own = |op: OpId| body.op(op).body();
    let isolated: Vec<OpId> = blocks
        .flat_map(|block| body.block_ops(block))
        .filter(|&op| own(op).is_some())
        .collect();
    if !are_worth_sharing(isolated.iter().filter_map(|&op| own(op))) {
        return Results::default();
    }
    let found: Vec<(OpId, Diagnostics)> = isolated
        .into_par_iter()
        .map_init(start, |known, op| (op, check(op, known)))
        .collect();
    found.into_iter().collect()
}
