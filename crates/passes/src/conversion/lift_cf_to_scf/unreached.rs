//! Blocks that are never reached, which stay: what they use may have moved into a region, where they do not see it.

use asyncir_ir::{BlockId, Body, Dominance, OpId, Type, ValueId, WalkOrder};

use super::graph::Lift;

impl Lift<'_> {
    /// Puts poison in the place of values that blocks do not see any more. MLIR leaves them, so that its output cannot be read.
    pub(super) fn replace_moved_values(&mut self) {
        if self.body.region(self.region).first() == self.body.region(self.region).last() {
            return;
        }
        let dominance = Dominance::new(self.body);
        let is_unreached = |block: &BlockId| !dominance.is_reachable(self.body, *block);
        let blocks: Vec<BlockId> = self.body.region_blocks(self.region).filter(is_unreached).collect();
        blocks.into_iter().for_each(|block| self.replace_in(block));
    }

    fn replace_in(&mut self, block: BlockId) {
        let mut poison: Vec<(Type, ValueId)> = Vec::new();
        let ops: Vec<OpId> = self.body.block_ops(block).collect();
        let Some(at) = ops.first().map(|&op| self.body.op(op).location()) else {
            return;
        };
        let inner = ops.into_iter().flat_map(|op| self.body.walk_op(op, WalkOrder::Pre));
        for op in inner.collect::<Vec<_>>() {
            for index in 0..self.body.op(op).num_operands() {
                let value = self.body.operand(op, index);
                if is_seen(self.body, value, op) {
                    continue;
                }
                let ty = self.body.value_type(value);
                let known = poison.iter().find(|(other, _)| *other == ty).map(|&(_, known)| known);
                let new = known.unwrap_or_else(|| self.poison_at(ty, at, self.body.start_of(block)));
                if known.is_none() {
                    poison.push((ty, new));
                }
                self.body.set_operand(op, index, new);
            }
        }
    }
}

/// Whether the region of a value is that of an op, or around it.
fn is_seen(body: &Body, value: ValueId, op: OpId) -> bool {
    let region = body.value_block(value).and_then(|block| body.block(block).region());
    region.is_some_and(|region| body.ancestor_in_region(region, op).is_some())
}
