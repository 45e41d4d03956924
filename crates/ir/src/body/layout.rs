//! The order of ops in blocks and of blocks in regions, kept apart from their data.
//!
//! Ops carry sequence numbers that grow along their block. A new op gets a number between its neighbours; where
//! there is none left, the ops behind it are renumbered until the numbers grow again.

use cranelift_entity::packed_option::PackedOption;

use super::{BlockId, Body, OpId, RegionId, ValueDef, ValueId};

/// The distance between the numbers of ops that are appended.
const STEP: u32 = 8;

/// Where new ops go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPoint {
    /// Before an op.
    Before(OpId),
    /// At the end of a block.
    End(BlockId),
}

impl Body {
    /// The place at the start of a block.
    pub fn start_of(&self, block: BlockId) -> InsertPoint {
        self.blocks[block]
            .first_op
            .expand()
            .map_or(InsertPoint::End(block), InsertPoint::Before)
    }

    /// The place behind an op.
    ///
    /// # Panics
    /// If the op stands in no block.
    pub fn after(&self, op: OpId) -> InsertPoint {
        let data = &self.ops[op];
        match data.next.expand() {
            Some(next) => InsertPoint::Before(next),
            None => InsertPoint::End(data.block.expand().expect("an op in a block")),
        }
    }

    /// The place behind the definition of a value: behind its op, or at the start of its block.
    ///
    /// # Panics
    /// If the value is a placeholder.
    pub fn after_value(&self, value: ValueId) -> InsertPoint {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => self.after(op),
            ValueDef::Argument { block, .. } => self.start_of(block),
            ValueDef::Placeholder => panic!("a placeholder has no place"),
        }
    }

    /// The block of an insertion point.
    ///
    /// # Panics
    /// If it is before an op that stands in no block.
    pub fn block_of(&self, point: InsertPoint) -> BlockId {
        match point {
            InsertPoint::Before(op) => self.parent_block(op).expect("an op in a block"),
            InsertPoint::End(block) => block,
        }
    }

    /// Puts an op that stands nowhere into a block.
    pub fn insert_op(&mut self, op: OpId, point: InsertPoint) {
        self.changed();
        debug_assert!(self.ops[op].block.is_none(), "the op stands nowhere");
        let block = self.block_of(point);
        let next = match point {
            InsertPoint::Before(next) => Some(next),
            InsertPoint::End(_) => None,
        };
        let prev = match next {
            Some(next) => self.ops[next].prev,
            None => self.blocks[block].last_op,
        };
        let data = &mut self.ops[op];
        data.block = block.into();
        data.prev = prev;
        data.next = next.into();
        match prev.expand() {
            Some(prev) => self.ops[prev].next = op.into(),
            None => self.blocks[block].first_op = op.into(),
        }
        match next {
            Some(next) => self.ops[next].prev = op.into(),
            None => self.blocks[block].last_op = op.into(),
        }
        self.number(op);
    }

    fn number(&mut self, op: OpId) {
        let sequence = |body: &Body, op: PackedOption<OpId>| op.expand().map(|op| body.ops[op].sequence);
        let before = sequence(self, self.ops[op].prev).unwrap_or(0);
        let number = match sequence(self, self.ops[op].next) {
            None => before.checked_add(STEP),
            Some(after) if after - before > 1 => Some(before + (after - before) / 2),
            Some(_) => None,
        };
        match number {
            Some(number) => self.ops[op].sequence = number,
            None => self.renumber(op),
        }
    }

    /// Renumbers from `op` on until the numbers grow by themselves again; the whole block when numbers run out.
    fn renumber(&mut self, op: OpId) {
        let mut number = self.ops[op].prev.expand().map_or(0, |prev| self.ops[prev].sequence);
        let mut current = op;
        loop {
            let Some(larger) = number.checked_add(STEP) else {
                return self.renumber_block(op);
            };
            number = larger;
            self.ops[current].sequence = number;
            match self.ops[current].next.expand() {
                Some(next) if self.ops[next].sequence <= number => current = next,
                _ => return,
            }
        }
    }

    fn renumber_block(&mut self, op: OpId) {
        let block = self.ops[op].block.expand().expect("an op in a block");
        let ops: Vec<OpId> = self.block_ops(block).collect();
        for (index, op) in ops.into_iter().enumerate() {
            self.ops[op].sequence = (index as u32 + 1).saturating_mul(2);
        }
    }

    /// Takes an op out of its block; it keeps operands and results.
    pub fn unlink_op(&mut self, op: OpId) {
        self.changed();
        let data = &mut self.ops[op];
        let Some(block) = data.block.take() else {
            return;
        };
        let (prev, next) = (data.prev.take(), data.next.take());
        match prev {
            Some(prev) => self.ops[prev].next = next.into(),
            None => self.blocks[block].first_op = next.into(),
        }
        match next {
            Some(next) => self.ops[next].prev = prev.into(),
            None => self.blocks[block].last_op = prev.into(),
        }
    }

    /// Moves an op.
    pub fn move_op(&mut self, op: OpId, point: InsertPoint) {
        if point == InsertPoint::Before(op) {
            return;
        }
        self.unlink_op(op);
        self.insert_op(op, point);
    }

    /// Whether `a` stands before `b` in the same block.
    #[inline]
    pub fn is_before_in_block(&self, a: OpId, b: OpId) -> bool {
        debug_assert_eq!(self.ops[a].block, self.ops[b].block, "ops of one block");
        self.ops[a].sequence < self.ops[b].sequence
    }

    /// The op behind `op` in its block.
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        self.ops[op].next.expand()
    }

    /// The op before `op` in its block.
    pub fn prev_op(&self, op: OpId) -> Option<OpId> {
        self.ops[op].prev.expand()
    }

    /// Puts a block that stands nowhere into a region, before `before` or at the end.
    pub fn insert_block(&mut self, block: BlockId, region: RegionId, before: Option<BlockId>) {
        self.changed();
        let prev = match before {
            Some(next) => self.blocks[next].prev,
            None => self.regions[region].last,
        };
        let data = &mut self.blocks[block];
        data.region = region.into();
        data.prev = prev;
        data.next = before.into();
        match prev.expand() {
            Some(prev) => self.blocks[prev].next = block.into(),
            None => self.regions[region].first = block.into(),
        }
        match before {
            Some(next) => self.blocks[next].prev = block.into(),
            None => self.regions[region].last = block.into(),
        }
    }

    /// Takes a block out of its region; it keeps its ops.
    pub fn unlink_block(&mut self, block: BlockId) {
        self.changed();
        let data = &mut self.blocks[block];
        let Some(region) = data.region.take() else {
            return;
        };
        let (prev, next) = (data.prev.take(), data.next.take());
        match prev {
            Some(prev) => self.blocks[prev].next = next.into(),
            None => self.regions[region].first = next.into(),
        }
        match next {
            Some(next) => self.blocks[next].prev = prev.into(),
            None => self.regions[region].last = prev.into(),
        }
    }

    /// Moves a block within or between regions of this body.
    pub fn move_block(&mut self, block: BlockId, region: RegionId, before: Option<BlockId>) {
        if before == Some(block) {
            return;
        }
        self.unlink_block(block);
        self.insert_block(block, region, before);
    }

    /// Moves all blocks of `from` into `to`, before `before` or at the end.
    pub fn inline_region(&mut self, from: RegionId, to: RegionId, before: Option<BlockId>) {
        while let Some(block) = self.regions[from].first.expand() {
            self.move_block(block, to, before);
        }
    }

    /// Moves `op` and all ops behind it into a new block right behind theirs.
    ///
    /// # Panics
    /// If the insertion point stands in no region.
    pub fn split_block(&mut self, point: InsertPoint) -> BlockId {
        let block = self.block_of(point);
        let region = self.blocks[block].region.expand().expect("a block in a region");
        let tail = self.create_block();
        let behind = self.blocks[block].next.expand();
        self.insert_block(tail, region, behind);
        if let InsertPoint::Before(first) = point {
            self.move_ops_from(first, InsertPoint::End(tail));
        }
        tail
    }

    /// Moves `first` and all ops behind it in its block to another place.
    pub fn move_ops_from(&mut self, first: OpId, point: InsertPoint) {
        let mut current = Some(first);
        while let Some(op) = current {
            current = self.next_op(op);
            self.unlink_op(op);
            self.insert_op(op, point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::OperationState;
    use crate::{Context, Location};

    #[test]
    fn sequence_numbers_grow_along_the_block_however_ops_are_inserted() {
        let ctx = Context::new();
        let mut body = Body::new();
        let region = body.add_root_region();
        let block = body.append_block(region);
        let mut seed = 12345u32;
        let mut ops: Vec<OpId> = Vec::new();
        for _ in 0..2000 {
            let op = body.create_op(OperationState::new(ctx.op_name("t.op"), Location::UNKNOWN));
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Mostly near the front, where gaps run out soonest.
            let at = (seed >> 8) as usize % 7;
            let point = ops
                .get(at)
                .map_or(InsertPoint::End(block), |&op| InsertPoint::Before(op));
            body.insert_op(op, point);
            ops.insert(at.min(ops.len()), op);
        }
        let order: Vec<OpId> = body.block_ops(block).collect();
        assert_eq!(order, ops);
        assert!(order.windows(2).all(|w| body.is_before_in_block(w[0], w[1])));
    }
}
