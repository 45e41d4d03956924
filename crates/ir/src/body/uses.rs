//! Use lists of values and of blocks: intrusive, doubly linked, newest first.

use cranelift_entity::packed_option::PackedOption;

use super::{BlockId, BlockUseId, Body, OpId, UseId, ValueId};
use crate::types::Type;

/// An operand slot: which value it holds, and its place in that value's use list.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    pub(crate) value: PackedOption<ValueId>,
    pub(crate) owner: OpId,
    pub(crate) prev: PackedOption<UseId>,
    pub(crate) next: PackedOption<UseId>,
}

/// A successor slot: which block it holds, and its place in that block's use list.
#[derive(Clone, Copy, Debug)]
pub struct BlockUse {
    pub(crate) block: PackedOption<BlockId>,
    pub(crate) owner: OpId,
    pub(crate) prev: PackedOption<BlockUseId>,
    pub(crate) next: PackedOption<BlockUseId>,
}

/// The two kinds of use list share their code: `$pool` of slots, `$heads` with the first use of each target.
macro_rules! use_lists {
    ($new:ident, $release:ident, $link:ident, $unlink:ident, $Id:ident, $Slot:ident, $Target:ident,
     $pool:ident, $field:ident, $heads:ident, $slots:ident) => {
        pub(crate) fn $new(&mut self, owner: OpId, targets: &[$Target]) -> ($Id, u32) {
            if targets.is_empty() {
                return ($Id::from_u32(0), 0);
            }
            let first = $Id::from_u32(self.$pool.len() as u32);
            for &target in targets {
                let slot = $Slot {
                    $field: None.into(),
                    owner,
                    prev: None.into(),
                    next: None.into(),
                };
                let id = self.$pool.push(slot);
                self.$link(id, target);
            }
            (first, targets.len() as u32)
        }

        fn $link(&mut self, id: $Id, target: $Target) {
            self.changed();
            let head = std::mem::replace(&mut self.$heads[target].first_use, id.into());
            let slot = &mut self.$pool[id];
            slot.$field = target.into();
            slot.prev = None.into();
            slot.next = head;
            if let Some(head) = head.expand() {
                self.$pool[head].prev = id.into();
            }
        }

        fn $unlink(&mut self, id: $Id) {
            self.changed();
            let slot = &mut self.$pool[id];
            let (prev, next) = (slot.prev.take(), slot.next.take());
            let Some(target) = slot.$field.take() else {
                return;
            };
            match prev {
                Some(prev) => self.$pool[prev].next = next.into(),
                None => self.$heads[target].first_use = next.into(),
            }
            if let Some(next) = next {
                self.$pool[next].prev = prev.into();
            }
        }

        pub(crate) fn $release(&mut self, op: OpId) {
            for slot in self.$slots(op) {
                self.$unlink($Id::from_u32(slot));
            }
        }
    };
}

impl Body {
    use_lists!(
        new_uses,
        release_operands,
        link_use,
        unlink_use,
        UseId,
        Use,
        ValueId,
        uses,
        value,
        values,
        operand_slots
    );
    use_lists!(
        new_block_uses,
        release_successors,
        link_block_use,
        unlink_block_use,
        BlockUseId,
        BlockUse,
        BlockId,
        block_uses,
        block,
        blocks,
        successor_slots
    );

    #[inline]
    pub(super) fn operand_slots(&self, op: OpId) -> std::ops::Range<u32> {
        let data = &self.ops[op];
        let first = data.first_operand.as_u32();
        first..first + data.num_operands
    }

    #[inline]
    pub(super) fn successor_slots(&self, op: OpId) -> std::ops::Range<u32> {
        let Some(rare) = &self.ops[op].rare else { return 0..0 };
        let first = rare.first_successor.as_u32();
        first..first + rare.num_successors
    }

    /// The operands of an op, in order.
    #[inline]
    pub fn operands(&self, op: OpId) -> impl DoubleEndedIterator<Item = ValueId> + ExactSizeIterator + '_ {
        self.operand_slots(op)
            .map(|i| self.uses[UseId::from_u32(i)].value.expand().expect("a live operand"))
    }

    /// Whether the operands of an op, and behind them its results, have these types.
    #[inline]
    pub(crate) fn has_types(&self, op: OpId, types: &[Type]) -> bool {
        let data = &self.ops[op];
        let (operands, results) = (data.num_operands(), data.num_results());
        if types.len() != operands + results {
            return false;
        }
        let (first_use, first_result) = (
            data.first_operand.as_u32() as usize,
            data.first_result.as_u32() as usize,
        );
        let uses = &self.uses.as_values_slice()[first_use..][..operands];
        let made = &self.values.as_values_slice()[first_result..][..results];
        let used = |slot: &Use| slot.value.expand().map(|value| self.values[value].ty);
        uses.iter().zip(types).all(|(slot, &ty)| used(slot) == Some(ty))
            && made.iter().zip(&types[operands..]).all(|(value, &ty)| value.ty == ty)
    }

    /// An operand by its index.
    ///
    /// # Panics
    /// If there are not that many operands.
    #[inline]
    pub fn operand(&self, op: OpId, index: usize) -> ValueId {
        self.uses[self.operand_use(op, index)]
            .value
            .expand()
            .expect("a live operand")
    }

    /// The slot of an operand.
    ///
    /// # Panics
    /// If there are not that many operands.
    pub fn operand_use(&self, op: OpId, index: usize) -> UseId {
        let data = &self.ops[op];
        assert!(index < data.num_operands as usize, "operand index in range");
        UseId::from_u32(data.first_operand.as_u32() + index as u32)
    }

    /// The op that an operand slot belongs to.
    #[inline]
    pub fn use_owner(&self, slot: UseId) -> OpId {
        self.uses[slot].owner
    }

    /// Which operand of its op a slot is.
    pub fn use_index(&self, slot: UseId) -> usize {
        (slot.as_u32() - self.ops[self.uses[slot].owner].first_operand.as_u32()) as usize
    }

    /// Puts a value into an operand slot; the slot becomes the newest use of the value.
    pub fn set_use(&mut self, slot: UseId, value: ValueId) {
        self.unlink_use(slot);
        self.link_use(slot, value);
    }

    /// Replaces an operand.
    pub fn set_operand(&mut self, op: OpId, index: usize, value: ValueId) {
        let slot = self.operand_use(op, index);
        self.set_use(slot, value);
    }

    /// Replaces all operands; their number may change. Operands that stay as they are keep their place in use lists.
    pub fn set_operands(&mut self, op: OpId, operands: &[ValueId]) {
        let slots = self.operand_slots(op);
        if operands.len() > slots.len() {
            // Slots are consecutive, so the op moves to new ones; uses move in order, each to the place it had.
            self.release_operands(op);
            let (first, count) = self.new_uses(op, operands);
            (self.ops[op].first_operand, self.ops[op].num_operands) = (first, count);
            return;
        }
        for slot in slots.clone().skip(operands.len()) {
            self.unlink_use(UseId::from_u32(slot));
        }
        self.ops[op].num_operands = operands.len() as u32;
        for (slot, &value) in slots.zip(operands) {
            let slot = UseId::from_u32(slot);
            if self.uses[slot].value.expand() != Some(value) {
                self.set_use(slot, value);
            }
        }
    }

    /// The uses of a value, newest first.
    pub fn uses(&self, value: ValueId) -> impl Iterator<Item = UseId> + '_ {
        let mut next = self.values[value].first_use;
        std::iter::from_fn(move || {
            let slot = next.expand()?;
            next = self.uses[slot].next;
            Some(slot)
        })
    }

    /// The ops that use a value, newest use first; an op comes once for each operand.
    pub fn users(&self, value: ValueId) -> impl Iterator<Item = OpId> + '_ {
        self.uses(value).map(|slot| self.uses[slot].owner)
    }

    /// Whether a value is used.
    #[inline]
    pub fn has_uses(&self, value: ValueId) -> bool {
        self.values[value].first_use.is_some()
    }

    /// Whether a value has exactly one use.
    pub fn has_one_use(&self, value: ValueId) -> bool {
        self.values[value]
            .first_use
            .expand()
            .is_some_and(|slot| self.uses[slot].next.is_none())
    }

    /// Makes every use of `from` a use of `to`. The moved uses come before those of `to`, in reverse order, as in MLIR.
    pub fn replace_all_uses(&mut self, from: ValueId, to: ValueId) {
        if from == to {
            return;
        }
        while let Some(slot) = self.values[from].first_use.expand() {
            self.set_use(slot, to);
        }
    }

    /// Makes the uses of `from` for which `should_replace` returns true uses of `to`.
    pub fn replace_uses_if(
        &mut self,
        from: ValueId,
        to: ValueId,
        mut should_replace: impl FnMut(&Body, UseId) -> bool,
    ) {
        let slots: Vec<UseId> = self.uses(from).collect();
        for slot in slots {
            if should_replace(self, slot) {
                self.set_use(slot, to);
            }
        }
    }

    /// The successors of an op, in order.
    #[inline]
    pub fn successors(&self, op: OpId) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + '_ {
        self.successor_slots(op).map(|slot| self.successor_at(slot))
    }

    #[inline]
    fn successor_at(&self, slot: u32) -> BlockId {
        let block = self.block_uses[BlockUseId::from_u32(slot)].block;
        block.expand().expect("a live successor")
    }

    /// A successor by its index.
    ///
    /// # Panics
    /// If there are not that many successors.
    pub fn successor(&self, op: OpId, index: usize) -> BlockId {
        let slots = self.successor_slots(op);
        assert!(index < slots.len(), "successor index in range");
        self.successor_at(slots.start + index as u32)
    }

    /// Replaces a successor.
    ///
    /// # Panics
    /// If there are not that many successors.
    pub fn set_successor(&mut self, op: OpId, index: usize, block: BlockId) {
        let slots = self.successor_slots(op);
        assert!(index < slots.len(), "successor index in range");
        let slot = BlockUseId::from_u32(slots.start + index as u32);
        self.unlink_block_use(slot);
        self.link_block_use(slot, block);
    }

    /// Whether exactly one terminator leads to a block, and once only.
    pub fn has_one_block_use(&self, block: BlockId) -> bool {
        self.block_uses(block).take(2).count() == 1
    }

    /// The terminators that lead to a block with the index of the successor, newest use first.
    pub fn block_uses(&self, block: BlockId) -> impl Iterator<Item = (OpId, usize)> + '_ {
        let mut next = self.blocks[block].first_use;
        std::iter::from_fn(move || {
            let slot = next.expand()?;
            let data = &self.block_uses[slot];
            next = data.next;
            let first = self.successor_slots(data.owner).start;
            Some((data.owner, (slot.as_u32() - first) as usize))
        })
    }

    /// The blocks that lead to a block, newest use first; a block comes once for each successor slot.
    pub fn predecessors(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        self.block_uses(block).filter_map(|(op, _)| self.parent_block(op))
    }

    /// Whether no terminator leads to a block.
    pub fn has_no_predecessors(&self, block: BlockId) -> bool {
        self.blocks[block].first_use.is_none()
    }

    /// Makes every successor slot that holds `from` hold `to`.
    pub fn replace_all_block_uses(&mut self, from: BlockId, to: BlockId) {
        if from == to {
            return;
        }
        while let Some(slot) = self.blocks[from].first_use.expand() {
            self.unlink_block_use(slot);
            self.link_block_use(slot, to);
        }
    }
}
