//! Checking the isolated ops of a body on several threads.

use rayon::prelude::*;

use crate::body::{BlockId, Body, OpId};
use crate::diagnostics::Diagnostics;
use crate::threads::{are_worth_sharing, items_per_piece};

/// What was found in each of the isolated ops, in their order.
pub(super) struct Results(std::vec::IntoIter<(OpId, Diagnostics)>);

impl Results {
    fn new(found: Vec<(OpId, Diagnostics)>) -> Self {
        Self(found.into_iter())
    }

    /// What was found in an op, if it was checked. Ops are asked for in their order, but some may be left out.
    #[inline]
    pub(super) fn take(&mut self, op: OpId, body: &Body) -> Option<Diagnostics> {
        if self.0.len() == 0 {
            return None;
        }
        body.op(op).body()?;
        self.0.find(|(checked, _)| *checked == op).map(|(_, found)| found)
    }
}

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
        return Results::new(Vec::new());
    }
    let own = |op: OpId| body.op(op).body();
    let isolated: Vec<OpId> = blocks
        .flat_map(|block| body.block_ops(block))
        .filter(|&op| own(op).is_some())
        .collect();
    if !are_worth_sharing(isolated.iter().filter_map(|&op| own(op))) {
        return Results::new(Vec::new());
    }
    let at_once = items_per_piece(isolated.len());
    let found = isolated
        .into_par_iter()
        .with_max_len(at_once)
        .map_init(start, |known, op| (op, check(op, known)));
    Results::new(found.collect())
}
