//! The order of ops in blocks and of blocks in regions, kept apart from their data.
//!
//! Ops carry sequence numbers that grow along their block. A new op gets a number between its neighbours; where
//! there is none left, ops around it are renumbered (Bender and others, "Two simplified algorithms for maintaining order
//! in a list", 2002).

use std::cmp::Ordering;

use cranelift_entity::packed_option::PackedOption;

use super::{BlockId, Body, OpId, Operation, RegionId, ValueDef, ValueId};

/// The distance between the numbers of ops that are appended.
const STEP: u32 = 8;
/// The number of the first op of a block.
const MIDDLE: u32 = 1 << 31;
/// Between these numbers are the ops of a block that is renumbered, so that there is room at both ends.
const FIRST: u32 = 1 << 30;
const LAST: u32 = 3 << 30;
/// Binary logarithm of how many ops are renumbered at least.
const FIRST_LEVEL: u32 = 5;

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
        let sequence = |op: PackedOption<OpId>| op.expand().map(|op| self.ops[op].sequence);
        let number = match (sequence(self.ops[op].prev), sequence(self.ops[op].next)) {
            (None, None) => Some(MIDDLE),
            (Some(before), None) => before.checked_add(STEP),
            (None, Some(after)) => after.checked_sub(STEP),
            (Some(before), Some(after)) => Some(before + ((after - before) / 2).min(STEP)).filter(|&n| n > before),
        };
        match number {
            Some(number) => self.ops[op].sequence = number,
            None => self.renumber_around(op),
        }
    }

    /// Spreads the numbers of the ops around `op`, which has none yet: of as few as have enough numbers among them, or of
    /// the whole block. The more ops there are, the more numbers are asked for, so that an op is renumbered a few times
    /// only however many are inserted in its neighbourhood.
    fn renumber_around(&mut self, op: OpId) {
        let (mut first, mut last, mut count) = (op, op, 1u64);
        for level in FIRST_LEVEL.. {
            let half = 1 << (level - 1);
            let left = self.step(&mut first, half, |data| data.prev);
            let right = self.step(&mut last, half, |data| data.next);
            count += left + right;
            if left < half && right < half {
                let spread = u64::from(LAST - FIRST) / (count + 1);
                return self.spread(first, count, u64::from(FIRST), spread);
            }
            let (low, high) = (self.ops[first].sequence, self.ops[last].sequence);
            let spread = u64::from(high.saturating_sub(low)) / (count - 1);
            if first != op && last != op && spread >= u64::from(level) * u64::from(STEP) {
                return self.spread(first, count, u64::from(low), spread);
            }
        }
    }

    /// Goes up to `steps` ops along a block; says how many there were.
    fn step(&self, op: &mut OpId, steps: u64, next: fn(&Operation) -> PackedOption<OpId>) -> u64 {
        for taken in 0..steps {
            match next(&self.ops[*op]).expand() {
                Some(next) => *op = next,
                None => return taken,
            }
        }
        steps
    }

    /// Numbers `count` ops from `first` on, `spread` apart.
    fn spread(&mut self, first: OpId, count: u64, start: u64, spread: u64) {
        let mut current = Some(first);
        for index in 0..count {
            let Some(op) = current else { return };
            self.ops[op].sequence = (start + index * spread) as u32;
            current = self.ops[op].next.expand();
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

    /// The order in which two ops stand in the same block.
    pub fn order_in_block(&self, a: OpId, b: OpId) -> Ordering {
        self.is_before_in_block(b, a).cmp(&self.is_before_in_block(a, b))
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
        if let InsertPoint::End(to) = point
            && self.blocks[to].first_op.is_none()
        {
            return self.move_row(first, to);
        }
        let mut current = Some(first);
        while let Some(op) = current {
            current = self.next_op(op);
            self.unlink_op(op);
            self.insert_op(op, point);
        }
    }

    /// Moves `first` and all ops behind it to an empty block: they keep their numbers and their neighbours.
    fn move_row(&mut self, first: OpId, to: BlockId) {
        self.changed();
        let Some(from) = self.ops[first].block.expand() else {
            return;
        };
        let before = self.ops[first].prev.take();
        self.blocks[to].first_op = first.into();
        self.blocks[to].last_op = self.blocks[from].last_op;
        self.blocks[from].last_op = before.into();
        match before {
            Some(before) => self.ops[before].next = None.into(),
            None => self.blocks[from].first_op = None.into(),
        }
        let mut current = Some(first);
        while let Some(op) = current {
            self.ops[op].block = to.into();
            current = self.ops[op].next.expand();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::OperationState;
    use crate::{Context, Location};

    /// Inserts ops at the places that `place` gives for the number of ops that are there. Says how often an op that was
    /// there got another number.
    fn insert_at(count: usize, mut place: impl FnMut(usize) -> usize) -> usize {
        let ctx = Context::new();
        let mut body = Body::new();
        let region = body.add_root_region();
        let block = body.append_block(region);
        let (mut ops, mut numbers): (Vec<OpId>, Vec<u32>) = Default::default();
        let mut renumbered = 0;
        for _ in 0..count {
            let op = body.create_op(OperationState::new(ctx.op_name("t.op"), Location::UNKNOWN));
            let at = place(ops.len());
            let next = ops.get(at).copied();
            body.insert_op(op, next.map_or(InsertPoint::End(block), InsertPoint::Before));
            ops.insert(at, op);
            numbers.insert(at, body.op(op).sequence);
            for (op, number) in ops.iter().zip(&mut numbers) {
                let new = body.op(*op).sequence;
                renumbered += usize::from(std::mem::replace(number, new) != new);
            }
            assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
        }
        assert_eq!(body.block_ops(block).collect::<Vec<_>>(), ops);
        renumbered
    }

    #[test]
    fn sequence_numbers_grow_along_the_block_however_ops_are_inserted() {
        let mut seed = 12345u32;
        let mut random = |bound: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % bound
        };
        let count = 2000;
        let few = 40 * count;
        assert_eq!(insert_at(count, |len| len), 0);
        assert_eq!(insert_at(count, |_| 0), 0);
        assert!(insert_at(count, |len| len / 2) < few);
        assert!(insert_at(count, |len| len.min(1)) < few);
        assert!(insert_at(count, |len| len.saturating_sub(1)) < few);
        assert!(insert_at(count, |len| random(7).min(len)) < few);
        assert!(insert_at(count, |len| random(len + 1)) < few);
        // Runs of ops before each of those that were there first.
        assert!(insert_at(count, |len| if len < 200 { len } else { (len - 200) % 1800 / 9 * 10 }) < few);
    }
}
