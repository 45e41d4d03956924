//! Ops in the order of the program: blocks before those that they lead to.

use std::cmp::Ordering;
use std::collections::HashMap;

use asyncir_ir::{BlockId, Body, Dominance, OpId, RegionId};

/// Sorts ops that are in a region, or in regions of ops in it.
pub(in crate::general) fn sort(body: &Body, dominance: &Dominance, region: RegionId, ops: &mut [OpId]) {
    let mut places = Places {
        body,
        dominance,
        of: HashMap::new(),
    };
    let mut keyed: Vec<(Vec<OpId>, OpId)> = ops.iter().map(|&op| (path(body, region, op), op)).collect();
    for (path, _) in &keyed {
        path.iter().for_each(|&op| places.look_at(op));
    }
    keyed.sort_by(|(a, _), (b, _)| places.compare(a, b));
    for (to, (_, op)) in ops.iter_mut().zip(keyed) {
        *to = op;
    }
}

/// The ops around an op, outer ones first, up to the op itself.
fn path(body: &Body, region: RegionId, op: OpId) -> Vec<OpId> {
    let mut path = vec![op];
    let mut current = op;
    while body.parent_region(current) != Some(region)
        && let Some(parent) = body.parent_op(current)
    {
        path.push(parent);
        current = parent;
    }
    path.reverse();
    path
}

/// The places of blocks in their regions.
struct Places<'a> {
    body: &'a Body,
    dominance: &'a Dominance,
    of: HashMap<BlockId, usize>,
}

impl Places<'_> {
    /// Finds the places of the blocks beside that of an op. Those that nothing leads to are behind the others.
    fn look_at(&mut self, op: OpId) {
        let block = self.body.parent_block(op).filter(|block| !self.of.contains_key(block));
        let Some(region) = block.and_then(|block| self.body.block(block).region()) else {
            return;
        };
        let reachable = self.dominance.reverse_post_order(self.body, region);
        for block in reachable.into_iter().chain(self.body.region_blocks(region)) {
            let place = self.of.len();
            self.of.entry(block).or_insert(place);
        }
    }

    fn compare(&self, a: &[OpId], b: &[OpId]) -> Ordering {
        let first_difference = a.iter().zip(b).find(|(a, b)| a != b);
        let Some((&a, &b)) = first_difference else {
            return a.len().cmp(&b.len());
        };
        let place = |op: OpId| self.body.parent_block(op).and_then(|block| self.of.get(&block));
        if self.body.parent_block(a) != self.body.parent_block(b) {
            return place(a).cmp(&place(b));
        }
        self.body.order_in_block(a, b)
    }
}
